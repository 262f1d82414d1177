//! Interning states: how many per second, and how many bytes each takes.
//!
//! The stream resembles a search: one state in three is new, the others are any known ones, which is
//! harder on caches than the neighbourhood that a real search revisits.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]
#![allow(clippy::print_stderr, reason = "a benchmark reports bytes per state beside criterion")]

use burnside_store::{ExactStore, Store, StoreLimits};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::collections::HashSet;

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// `3 * distinct` states of `len` bytes back to back, of few bits per byte as real ones are.
fn stream(len: usize, distinct: u64) -> Vec<u8> {
    let mut states = vec![0; len * 3 * distinct as usize];
    let mut known = 0;
    for (i, state) in states.chunks_exact_mut(len).enumerate() {
        let member = if i % 3 == 0 {
            known += 1;
            known
        } else {
            mix(i as u64) % (known + 1)
        };
        let bits = mix(member);
        for (k, byte) in state.iter_mut().enumerate() {
            *byte = (bits >> (k * 5 % 62) & 3) as u8;
        }
        state[..4].copy_from_slice(&(member as u32).to_le_bytes());
    }
    states
}

fn intern(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("intern");
    group.sample_size(10);
    for (len, distinct) in [(16, 30_000), (64, 30_000), (16, 3_000_000), (64, 3_000_000)] {
        let states = stream(len, distinct);
        group.throughput(Throughput::Elements(3 * distinct));
        for batch in [1, 6, 64] {
            let name = BenchmarkId::new(format!("batch of {batch}"), format!("{distinct}x{len}B"));
            group.bench_function(name, |bencher| {
                bencher.iter_batched(
                    || (ExactStore::new(len, StoreLimits::default()), Vec::new()),
                    |(mut store, mut out)| {
                        for batch in states.chunks(batch * len) {
                            out.clear();
                            store.intern_batch(batch, &mut out).unwrap();
                        }
                        store
                    },
                    BatchSize::PerIteration,
                );
            });
        }
        group.bench_function(
            BenchmarkId::new("HashSet", format!("{distinct}x{len}B")),
            |bencher| {
                bencher.iter_with_large_drop(|| {
                    let mut set: HashSet<&[u8], foldhash::fast::FixedState> = HashSet::default();
                    set.extend(states.chunks_exact(len));
                    set
                });
            },
        );
        let mut store = ExactStore::new(len, StoreLimits::default());
        store.intern_batch(&states, &mut Vec::new()).unwrap();
        let bytes = store.bytes() as f64 / store.len() as f64;
        eprintln!("{distinct} states of {len} bytes: {bytes:.1} bytes per state");
    }
    group.finish();
}

criterion_group!(benches, intern);
criterion_main!(benches);
