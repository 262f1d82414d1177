//! Hash table from 32-bit hashes to 32-bit ids, eight bytes per entry.
//!
//! **Idea.** Open addressing with linear probing over *buckets*: one cache line with eight entries, the
//! hashes first and then the ids, so that one line usually decides a lookup and all eight hashes are
//! compared without a branch. The hash in an entry also decides its home bucket,
//! `hash · buckets / 2³²`, so the table can grow by any factor from its own content, in place: homes
//! keep their order and only move up, hence one pass from the last bucket to the first finds the
//! space above already free.
//!
//! **Source.** Knuth, *The Art of Computer Programming* 3, 6.4 (linear probing, buckets); Lemire, *Fast
//! random integer generation in an interval*, 2019 (reducing a hash to a range by multiplication).
//!
//! **Where we differ.** Fingerprint and home usually come from different bits of the hash. Sharing
//! them costs little: a lookup meets a foreign entry with equal hash n/2³² times on average, twice in
//! a hundred lookups at a hundred million states.
//!
//! **Requires** evenly distributed hashes and at most 2³² − 1 entries. **Guarantees** that an inserted
//! entry is found under its hash, and that growing needs no second table.
//!
//! **Cost.** 8 bytes per place for an entry; with [`MAX_LOAD`] and [`GROWTH`] 9.4 to 14.1 bytes per
//! entry, more while the table is small. An entry is moved `1 / (GROWTH − 1)` times on average,
//! sequentially.

use crate::bucket::{self, BUCKET_BYTES, Bucket, WIDTH};
use crate::memory::{BLOCK_BYTES, add_block};
use crate::prefetch::prefetch;
use crate::store::Full;
use memmap2::MmapMut;

/// The table should be enlarged when it is fuller than this (percent).
const MAX_LOAD: usize = 85;
/// The size of the enlarged table (percent of the present one).
const GROWTH: usize = 150;
/// The same for a table of less than a block, where time counts more than memory.
const EARLY_GROWTH: usize = 200;
/// The least enlargement that is worth a pass over the table (percent).
const LEAST_GROWTH: usize = 110;
/// Buckets of a new table: one page.
const MIN_BUCKETS: usize = 64;

const BLOCK_BUCKETS: usize = BLOCK_BYTES / BUCKET_BYTES;

/// A place without an entry, found by a lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vacancy {
    bucket: usize,
    entry: usize,
}

/// What a lookup came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The id that the caller accepted.
    Entry(u32),
    /// Where an entry with this hash can be inserted.
    Vacancy(Vacancy),
}

/// The table.
pub(crate) struct Index {
    blocks: Vec<MmapMut>,
    buckets: usize,
}

impl Index {
    /// A table without buckets; [`grow`](Self::grow) gives it some.
    pub(crate) fn new() -> Self {
        Index { blocks: Vec::new(), buckets: 0 }
    }

    /// How many entries the table should hold at most.
    pub(crate) fn capacity(&self) -> usize {
        self.buckets * WIDTH * MAX_LOAD / 100
    }

    /// How much of `bytes` goes to a table whose entries each need a record of `record_len` bytes
    /// elsewhere.
    pub(crate) fn share(bytes: usize, record_len: usize) -> usize {
        bytes / (100 * BUCKET_BYTES + MAX_LOAD * WIDTH * record_len) * (100 * BUCKET_BYTES)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets * BUCKET_BYTES
    }

    /// The bucket in which the search for `hash` begins.
    #[inline]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.buckets as u64) >> 32) as usize
    }

    /// Starts loading the home of `hash`.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u32) {
        prefetch(self.bucket(self.home(hash)));
    }

    /// The first entry with this hash whose id is `wanted`, or else where to insert one.
    ///
    /// The table must not be full.
    #[inline]
    pub(crate) fn find(&self, hash: u32, mut wanted: impl FnMut(u32) -> bool) -> Found {
        let mut number = self.home(hash);
        loop {
            let bucket = self.bucket(number);
            let mut candidates = bucket::with_hash(bucket, hash);
            while candidates != 0 {
                match bucket::entry(bucket, candidates.trailing_zeros() as usize) {
                    Some((_, id)) if wanted(id) => return Found::Entry(id),
                    _ => candidates &= candidates - 1,
                }
            }
            if let Some(entry) = bucket::vacancy(bucket) {
                return Found::Vacancy(Vacancy { bucket: number, entry });
            }
            number = if number + 1 == self.buckets { 0 } else { number + 1 };
        }
    }

    /// Fills a vacancy that a lookup of `hash` found.
    #[inline]
    pub(crate) fn insert(&mut self, vacancy: Vacancy, hash: u32, id: u32) {
        bucket::set_entry(self.bucket_mut(vacancy.bucket), vacancy.entry, hash, id);
    }

    /// Enlarges the table, to at most `max_bytes`.
    pub(crate) fn grow(&mut self, max_bytes: usize) -> Result<(), Full> {
        let old = self.buckets;
        let growth = if old < BLOCK_BUCKETS { EARLY_GROWTH } else { GROWTH };
        let new = (old * growth / 100).max(MIN_BUCKETS).min(max_bytes / BUCKET_BYTES);
        if new < MIN_BUCKETS || new < old * LEAST_GROWTH / 100 {
            return Err(Full::Memory);
        }
        while self.blocks.len() * BLOCK_BUCKETS < new {
            add_block(&mut self.blocks, BLOCK_BYTES)?;
        }
        self.buckets = new;

        // The entries of all buckets above `number` have been moved. One whose new home is not below
        // `number` finds its final place among them; the others, few and near the start, wait for
        // the end of the pass.
        let mut waiting = Vec::new();
        for number in (0..old).rev() {
            let bucket = std::mem::replace(self.bucket_mut(number), [0; BUCKET_BYTES]);
            for (hash, id) in (0..WIDTH).map_while(|entry| bucket::entry(&bucket, entry)) {
                let home = self.home(hash);
                match self.vacancy_from(home) {
                    Some(vacancy) if home >= number => self.insert(vacancy, hash, id),
                    _ => waiting.push((hash, id)),
                }
            }
        }
        for (hash, id) in waiting {
            match self.find(hash, |_| false) {
                Found::Vacancy(vacancy) => self.insert(vacancy, hash, id),
                Found::Entry(_) => unreachable!("no id was wanted"),
            }
        }
        Ok(())
    }

    /// The first vacancy in bucket `number` or above.
    #[inline]
    fn vacancy_from(&self, number: usize) -> Option<Vacancy> {
        (number..self.buckets).find_map(|number| {
            let entry = bucket::vacancy(self.bucket(number))?;
            Some(Vacancy { bucket: number, entry })
        })
    }

    #[inline]
    fn bucket(&self, number: usize) -> &Bucket {
        &self.blocks[number / BLOCK_BUCKETS].as_chunks().0[number % BLOCK_BUCKETS]
    }

    #[inline]
    fn bucket_mut(&mut self, number: usize) -> &mut Bucket {
        &mut self.blocks[number / BLOCK_BUCKETS].as_chunks_mut().0[number % BLOCK_BUCKETS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(index: &mut Index, hash: u32, id: u32) {
        let Found::Vacancy(vacancy) = index.find(hash, |_| false) else { unreachable!() };
        index.insert(vacancy, hash, id);
    }

    /// Fills tables through several growths and looks everything up after each.
    fn grow_and_check(hash: impl Fn(u32) -> u32, entries: u32) {
        let mut index = Index::new();
        for id in 0..entries {
            if id as usize == index.capacity() {
                index.grow(usize::MAX).unwrap();
                for known in 0..id {
                    let found = index.find(hash(known), |candidate| candidate == known);
                    assert_eq!(found, Found::Entry(known));
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
        let least = MIN_BUCKETS * BUCKET_BYTES;
        let mut index = Index::new();
        assert_eq!(index.grow(least - 1), Err(Full::Memory));
        index.grow(least).unwrap();
        assert_eq!(index.grow(least), Err(Full::Memory));
        index.grow(least * 5 / 4).unwrap();
        assert_eq!(index.bytes(), least * 5 / 4);
    }
}
