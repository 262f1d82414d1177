//! The exact store: every state in full, once.
//!
//! **Idea.** States lie in an arena in order of insertion; a hash table of eight-byte slots maps the
//! hash of a state to its number. A batch of states is looked up in three rounds, so that the cache
//! misses of different states overlap: hash all and prefetch their slots; probe all and prefetch the
//! records of the candidates; compare and insert.
//!
//! **Source.** Laarman, van de Pol, Weber, *Boosting multi-core reachability performance with shared
//! hash tables*, FMCAD 2010 (hash memoised beside the reference, linear probing within cache lines).
//!
//! **Where we differ.** Ids are dense, because searches keep their own tables by id. The rounds of a
//! batch are ours.
//!
//! **Requires** states of equal length. **Guarantees** ids in order of first insertion, distinct for
//! distinct states whatever the hash; the limits; reproducible results.
//!
//! **Cost.** Bytes per state: its length, and 9.4 to 14.1 for the table (see [`index`](crate::index)).

use crate::arena::Arena;
use crate::hash::{FoldHash, StateHash};
use crate::index::{Found, Index};
use crate::prefetch::prefetch;
use crate::store::{Full, Interned, StateId, Store, StoreLimits};

/// States per round of a batch: enough to hide a cache miss, few enough to stay in the first cache.
const ROUND: usize = 32;

/// A store that keeps every state in full.
pub struct ExactStore<H = FoldHash> {
    hash: H,
    index: Index,
    arena: Arena,
    limits: StoreLimits,
    /// The number of states at which [`make_room`](Self::make_room) must be asked for more.
    room: usize,
}

impl ExactStore {
    /// An empty store for states of `state_len` bytes.
    ///
    /// # Panics
    /// If `state_len` is 0.
    #[must_use]
    pub fn new(state_len: usize, limits: StoreLimits) -> Self {
        Self::with_hash(state_len, limits, FoldHash::default())
    }
}

impl<H: StateHash> ExactStore<H> {
    /// An empty store with a hash function of one's own.
    ///
    /// # Panics
    /// If `state_len` is 0.
    #[must_use]
    pub fn with_hash(state_len: usize, limits: StoreLimits, hash: H) -> Self {
        ExactStore { hash, index: Index::new(), arena: Arena::new(state_len), limits, room: 0 }
    }

    /// The state with this id, which must come from this store.
    #[inline]
    #[must_use]
    pub fn get(&self, id: StateId) -> &[u8] {
        self.arena.get(id.index())
    }

    #[inline]
    fn hash(&self, state: &[u8]) -> u32 {
        (self.hash.hash(state) >> 32) as u32
    }

    /// Finds or inserts a state whose hash is known.
    #[inline]
    fn intern_hashed(&mut self, state: &[u8], hash: u32) -> Result<Interned, Full> {
        match self.index.find(hash, |id| same(self.arena.get(id as usize), state)) {
            Found::Entry(id) => Ok(Interned { id: StateId(id), fresh: false }),
            Found::Vacancy(_) if self.arena.len() == self.room => Err(self.full()),
            Found::Vacancy(vacancy) => {
                let id = self.arena.len() as u32;
                self.arena.push(state)?;
                self.index.insert(vacancy, hash, id);
                Ok(Interned { id: StateId(id), fresh: true })
            }
        }
    }

    /// Which limit leaves no room.
    #[cold]
    fn full(&self) -> Full {
        if self.arena.len() == self.limits.states as usize { Full::States } else { Full::Memory }
    }

    /// Makes room for `count` more states if the limits allow, and for fewer if they do not.
    #[inline]
    fn make_room(&mut self, count: usize) -> Result<(), Full> {
        if self.room - self.arena.len() < count {
            return self.enlarge(self.arena.len() + count);
        }
        Ok(())
    }

    #[cold]
    fn enlarge(&mut self, wanted: usize) -> Result<(), Full> {
        let states = self.limits.states as usize;
        let budget = Index::share(self.limits.bytes, self.arena.record_len());
        while self.index.capacity() < wanted.min(states) && self.index.grow(budget).is_ok() {}
        if self.index.bytes() == 0 {
            return Err(Full::Memory); // nothing can even be looked up
        }
        let records = (self.limits.bytes - self.index.bytes()) / self.arena.record_len();
        self.room = self.index.capacity().min(states).min(records);
        Ok(())
    }
}

impl<H: StateHash> Store for ExactStore<H> {
    const EXACT: bool = true;

    fn state_len(&self) -> usize {
        self.arena.record_len()
    }

    fn intern(&mut self, state: &[u8]) -> Result<Interned, Full> {
        self.make_room(1)?;
        self.intern_hashed(state, self.hash(state))
    }

    fn intern_batch(&mut self, states: &[u8], out: &mut Vec<Interned>) -> Result<(), Full> {
        let len = self.arena.record_len();
        let mut buffer = [Lookup::default(); ROUND];
        for round in states.chunks(ROUND * len) {
            let lookups = &mut buffer[..round.len() / len];
            self.make_room(lookups.len())?;
            for (lookup, state) in lookups.iter_mut().zip(round.chunks_exact(len)) {
                lookup.hash = self.hash(state);
                self.index.prefetch(lookup.hash);
            }
            for lookup in &mut *lookups {
                lookup.candidate = None;
                if let Found::Entry(id) = self.index.find(lookup.hash, |_| true) {
                    lookup.candidate = Some(id);
                    prefetch(&self.arena.get(id as usize)[0]);
                }
            }
            for (lookup, state) in lookups.iter().zip(round.chunks_exact(len)) {
                out.push(match lookup.candidate {
                    Some(id) if same(self.arena.get(id as usize), state) => {
                        Interned { id: StateId(id), fresh: false }
                    }
                    _ => self.intern_hashed(state, lookup.hash)?,
                });
            }
        }
        Ok(())
    }

    #[inline]
    fn load<'a>(&'a self, id: StateId, _: &'a mut Vec<u8>) -> &'a [u8] {
        self.get(id)
    }

    fn len(&self) -> usize {
        self.arena.len()
    }

    fn bytes(&self) -> usize {
        self.arena.bytes() + self.index.bytes()
    }
}

/// A state of a batch on its way through the rounds.
#[derive(Clone, Copy, Default)]
struct Lookup {
    hash: u32,
    /// The first known state with this hash.
    candidate: Option<u32>,
}

/// Whether two states of equal length are equal; they almost always are when this is asked.
#[inline(always)]
fn same(a: &[u8], b: &[u8]) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let differing = a
        .iter()
        .zip(b)
        .fold(0, |all, (a, b)| all | (u64::from_ne_bytes(*a) ^ u64::from_ne_bytes(*b)));
    differing == 0 && a_rest.iter().zip(b_rest).all(|(a, b)| a == b)
}
