//! Hash table from 32-bit hashes to 32-bit ids, eight bytes per slot.
//!
//! **Idea.** Open addressing with linear probing over slots that hold a hash and an id. The hash in a
//! slot also decides the slot's home, `hash · slots / 2³²`, so the table can grow by any factor from
//! its own content, in place: homes keep their order and only move up, hence one pass from the last
//! slot to the first finds the space above it already free.
//!
//! **Source.** Knuth, *The Art of Computer Programming* 3, 6.4 (linear probing); Lemire, *Fast random
//! integer generation in an interval*, 2019 (reducing a hash to a range by multiplication).
//!
//! **Where we differ.** Fingerprint and home usually come from different bits of the hash. Sharing
//! them costs little: a lookup meets a foreign entry with equal hash n/2³² times on average, twice in
//! a hundred lookups at a hundred million states.
//!
//! **Requires** evenly distributed hashes and at most 2³² − 1 entries. **Guarantees** that an inserted
//! entry is found under its hash, and that growing needs no second table.
//!
//! **Cost.** 8 bytes per slot, hence 8/[`MAX_LOAD`] to [`GROWTH`] times that per entry; an entry is
//! moved `1 / (GROWTH − 1)` times on average, sequentially.

use crate::memory::{BLOCK_BYTES, add_block};
use crate::prefetch::prefetch;
use crate::store::Full;
use memmap2::MmapMut;

/// The table should be enlarged when it is fuller than this (percent).
const MAX_LOAD: usize = 80;
/// The size of the enlarged table (percent of the present one).
const GROWTH: usize = 150;
/// The least enlargement that is worth a pass over the table (percent).
const LEAST_GROWTH: usize = 110;
/// Slots of a new table: one page.
const MIN_SLOTS: usize = 512;

const SLOT_BYTES: usize = 8;
const BLOCK_SLOTS: usize = BLOCK_BYTES / SLOT_BYTES;

/// An empty slot; a full one is `hash << 32 | (id + 1)`.
const EMPTY: u64 = 0;

#[inline]
fn slot_of(hash: u32, id: u32) -> u64 {
    u64::from(hash) << 32 | (u64::from(id) + 1)
}

#[inline]
fn hash_of(slot: u64) -> u32 {
    (slot >> 32) as u32
}

/// What a lookup came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The id accepted by the caller, and the place of its slot.
    Entry(u32, usize),
    /// The place of the empty slot that ended the lookup.
    Vacancy(usize),
}

impl Found {
    /// Where the lookup ended. Until the table grows, a repeated lookup may start here.
    #[inline]
    pub(crate) fn place(self) -> usize {
        match self {
            Found::Entry(_, place) | Found::Vacancy(place) => place,
        }
    }
}

/// The table.
pub(crate) struct Index {
    blocks: Vec<MmapMut>,
    slots: usize,
}

impl Index {
    /// A table without slots; [`grow`](Self::grow) gives it some.
    pub(crate) fn new() -> Self {
        Index { blocks: Vec::new(), slots: 0 }
    }

    /// How many entries the table should hold at most.
    pub(crate) fn capacity(&self) -> usize {
        self.slots * MAX_LOAD / 100
    }

    /// How much of `bytes` goes to a table whose entries each need a record of `record_len` bytes
    /// elsewhere.
    pub(crate) fn share(bytes: usize, record_len: usize) -> usize {
        bytes / (100 * SLOT_BYTES + MAX_LOAD * record_len) * (100 * SLOT_BYTES)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.slots * SLOT_BYTES
    }

    /// Where the search for `hash` begins.
    #[inline]
    pub(crate) fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots as u64) >> 32) as usize
    }

    /// Starts loading the slots around `place`.
    #[inline]
    pub(crate) fn prefetch(&self, place: usize) {
        prefetch(&self.slot_bytes(place)[0]);
    }

    /// From `place` on, which is `home(hash)` or where an earlier lookup of `hash` ended: the first
    /// entry with this hash whose id is `wanted`, or else a vacancy.
    ///
    /// The table must not be full.
    #[inline]
    pub(crate) fn find(
        &self,
        hash: u32,
        place: usize,
        mut wanted: impl FnMut(u32) -> bool,
    ) -> Found {
        let (mut block, mut first) = (place / BLOCK_SLOTS, place % BLOCK_SLOTS);
        loop {
            let start = block * BLOCK_SLOTS;
            let end = (self.slots - start).min(BLOCK_SLOTS);
            let slots = self.blocks[block].as_chunks::<SLOT_BYTES>().0;
            for (offset, bytes) in slots[first..end].iter().enumerate() {
                let slot = u64::from_ne_bytes(*bytes);
                if slot == EMPTY {
                    return Found::Vacancy(start + first + offset);
                }
                if hash_of(slot) == hash {
                    let id = slot as u32 - 1;
                    if wanted(id) {
                        return Found::Entry(id, start + first + offset);
                    }
                }
            }
            first = 0;
            block = if start + end == self.slots { 0 } else { block + 1 };
        }
    }

    /// Fills a vacancy that a lookup of `hash` found.
    #[inline]
    pub(crate) fn insert(&mut self, vacancy: usize, hash: u32, id: u32) {
        debug_assert_eq!(self.slot(vacancy), EMPTY);
        self.set_slot(vacancy, slot_of(hash, id));
    }

    /// Enlarges the table, to at most `max_bytes`.
    pub(crate) fn grow(&mut self, max_bytes: usize) -> Result<(), Full> {
        let old = self.slots;
        let new = (old * GROWTH / 100).max(MIN_SLOTS).min(max_bytes / SLOT_BYTES);
        if new < MIN_SLOTS || new < old * LEAST_GROWTH / 100 {
            return Err(Full::Memory);
        }
        while self.blocks.len() * BLOCK_SLOTS < new {
            add_block(&mut self.blocks, BLOCK_BYTES)?;
        }
        self.slots = new;

        // Entries above `place` have been moved. One whose new home is not below `place` finds its
        // final place among them; the others, few and near the start, wait for the end of the pass.
        let mut waiting = Vec::new();
        for place in (0..old).rev() {
            let slot = self.slot(place);
            if slot == EMPTY {
                continue;
            }
            self.set_slot(place, EMPTY);
            let home = self.home(hash_of(slot));
            match (home..new).find(|&target| self.slot(target) == EMPTY) {
                Some(target) if home >= place => self.set_slot(target, slot),
                _ => waiting.push(slot),
            }
        }
        for slot in waiting {
            let hash = hash_of(slot);
            let vacancy = self.find(hash, self.home(hash), |_| false).place();
            self.set_slot(vacancy, slot);
        }
        Ok(())
    }

    #[inline]
    fn slot_bytes(&self, place: usize) -> &[u8; SLOT_BYTES] {
        &self.blocks[place / BLOCK_SLOTS].as_chunks().0[place % BLOCK_SLOTS]
    }

    #[inline]
    fn slot(&self, place: usize) -> u64 {
        u64::from_ne_bytes(*self.slot_bytes(place))
    }

    #[inline]
    fn set_slot(&mut self, place: usize, slot: u64) {
        self.blocks[place / BLOCK_SLOTS].as_chunks_mut().0[place % BLOCK_SLOTS] =
            slot.to_ne_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(index: &mut Index, hash: u32, id: u32) {
        let vacancy = index.find(hash, index.home(hash), |_| false).place();
        index.insert(vacancy, hash, id);
    }

    /// Fills tables through several growths and looks everything up after each.
    fn grow_and_check(hash: impl Fn(u32) -> u32, entries: u32) {
        let mut index = Index::new();
        for id in 0..entries {
            if id as usize == index.capacity() {
                index.grow(usize::MAX).unwrap();
                for known in 0..id {
                    let h = hash(known);
                    let found = index.find(h, index.home(h), |candidate| candidate == known);
                    assert!(matches!(found, Found::Entry(found, _) if found == known));
                }
            }
            insert(&mut index, hash(id), id);
        }
    }

    #[test]
    fn entries_survive_growth() {
        grow_and_check(|id| id.wrapping_mul(0x9E37_79B9), 20_000);
    }

    #[test]
    fn entries_survive_growth_when_all_collide() {
        grow_and_check(|_| 0, 1_000);
        grow_and_check(|_| u32::MAX, 1_000); // one cluster that wraps around
        grow_and_check(|id| if id % 2 == 0 { 7 } else { u32::MAX - id % 3 }, 1_000);
    }

    #[test]
    fn growth_stops_at_the_budget() {
        let mut index = Index::new();
        assert_eq!(index.grow(MIN_SLOTS * SLOT_BYTES - 1), Err(Full::Memory));
        index.grow(MIN_SLOTS * SLOT_BYTES).unwrap();
        assert_eq!(index.grow(MIN_SLOTS * SLOT_BYTES), Err(Full::Memory));
        index.grow(MIN_SLOTS * SLOT_BYTES * 5 / 4).unwrap();
        assert_eq!(index.bytes(), MIN_SLOTS * SLOT_BYTES * 5 / 4);
    }
}
