//! The exact store against a `HashMap`, with good and bad hashes, and at its limits.

use burnside_store::{
    ExactStore, FoldHash, Full, Interned, StateHash, StateId, Store, StoreLimits,
};
use std::collections::HashMap;

/// Everything collides.
struct Constant;

impl StateHash for Constant {
    fn hash(&self, _: &[u8]) -> u64 {
        u64::MAX
    }
}

/// Only seven different values, spread out.
struct Coarse;

impl StateHash for Coarse {
    fn hash(&self, state: &[u8]) -> u64 {
        u64::from(state[0] % 7) << 61
    }
}

/// A small reproducible generator (SplitMix64).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// `count` states of `len` bytes, each one of about `distinct`.
fn random_states(seed: u64, len: usize, count: usize, distinct: u64) -> Vec<u8> {
    let mut rng = Rng(seed);
    let mut states = Vec::new();
    for _ in 0..count {
        let mut member = Rng(rng.next() % distinct);
        states
            .extend((0..len / 4).flat_map(|_| (member.next() as u32 & 0x0303_0303).to_ne_bytes()));
    }
    states
}

fn check_against_map<H: StateHash>(hash: H, len: usize, count: usize, distinct: u64) {
    let states = random_states(len as u64, len, count, distinct);
    let mut store = ExactStore::with_hash(len, StoreLimits::default(), hash);
    let mut map: HashMap<&[u8], u32> = HashMap::new();
    let mut results = Vec::new();
    let mut rng = Rng(1);
    let mut rest = &states[..];
    while !rest.is_empty() {
        // Batches of 0 to 99 states, and now and then a single one.
        let size = (rng.next() as usize % 100).min(rest.len() / len);
        let (batch, tail) = rest.split_at(size * len);
        rest = tail;
        results.clear();
        if size == 1 {
            results.push(store.intern(batch).unwrap());
        } else {
            store.intern_batch(batch, &mut results).unwrap();
        }
        assert_eq!(results.len(), size);
        for (state, result) in batch.chunks_exact(len).zip(&results) {
            let next = map.len() as u32;
            let id = *map.entry(state).or_insert(next);
            assert_eq!(*result, Interned { id: StateId(id), fresh: id == next });
        }
    }
    assert_eq!(store.len(), map.len());
    let mut buffer = Vec::new();
    for (state, id) in map {
        assert_eq!(store.load(StateId(id), &mut buffer), state);
    }
}

#[test]
fn agrees_with_a_map() {
    for len in [4, 12, 16, 20, 64, 100] {
        check_against_map(FoldHash::default(), len, 50_000, 20_000);
    }
}

#[test]
fn agrees_with_a_map_over_several_blocks() {
    check_against_map(FoldHash::default(), 40, 2_500_000, 1 << 40);
}

#[test]
fn collisions_are_resolved() {
    check_against_map(Constant, 8, 5_000, 2_000);
    check_against_map(Coarse, 8, 20_000, 5_000);
}

#[test]
fn stops_at_the_number_of_states() {
    let limits = StoreLimits { states: 1_000, ..StoreLimits::default() };
    let mut store = ExactStore::new(4, limits);
    for i in 0..1_000u32 {
        assert!(store.intern(&i.to_ne_bytes()).unwrap().fresh);
    }
    assert_eq!(store.intern(&1_000u32.to_ne_bytes()), Err(Full::States));
    let known = store.intern(&500u32.to_ne_bytes());
    assert_eq!(known, Ok(Interned { id: StateId(500), fresh: false }));
    assert_eq!(store.len(), 1_000);
}

#[test]
fn a_batch_stops_at_the_first_state_that_does_not_fit() {
    let limits = StoreLimits { states: 2, ..StoreLimits::default() };
    let mut store = ExactStore::new(4, limits);
    let mut results = Vec::new();
    let full = store.intern_batch(&[1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0], &mut results);
    assert_eq!(full, Err(Full::States));
    assert_eq!(
        results.iter().map(|r| (r.id.0, r.fresh)).collect::<Vec<_>>(),
        [(0, true), (0, false), (1, true)]
    );
}

#[test]
fn stays_within_its_memory() {
    for bytes in [0, 100, 5_000, 100_000, 10_000_000] {
        let limits = StoreLimits { bytes, ..StoreLimits::default() };
        let mut store = ExactStore::new(16, limits);
        let mut state = [0u8; 16];
        let mut stored = 0u32;
        loop {
            state[..4].copy_from_slice(&stored.to_ne_bytes());
            match store.intern(&state) {
                Ok(_) => stored += 1,
                Err(full) => {
                    assert_eq!(full, Full::Memory);
                    break;
                }
            }
            assert!(store.bytes() <= bytes);
        }
        assert_eq!(stored as usize, store.len());
        if bytes >= 100_000 {
            assert!(store.bytes() > bytes / 10 * 8, "{} of {bytes} used", store.bytes());
        }
    }
}

/// States that differ in few bits must not cluster.
#[test]
fn structured_states_spread_evenly() {
    let hash = FoldHash::default();
    let mut counts = vec![0u32; 1 << 12];
    for x in 0..1u32 << 8 {
        for y in 0..1u32 << 8 {
            let mut state = [0u8; 24];
            state[4] = x as u8;
            state[17] = y as u8;
            counts[(hash.hash(&state) >> 52) as usize] += 1;
        }
    }
    // 16 expected in each of 4096 cells: the sum of squared deviations is about 16 per cell.
    let deviation: f64 =
        counts.iter().map(|&c| (f64::from(c) - 16.0).powi(2)).sum::<f64>() / 4096.0;
    assert!(deviation < 20.0, "variance {deviation}");
}
