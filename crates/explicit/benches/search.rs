//! States per second of both searches on a grid of independent counters.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

#[path = "../tests/toys/mod.rs"]
mod toys;

use burnside_core::{Cancel, Limits};
use burnside_explicit::{Control, Order, Property, Query, check_safety, exact_store};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use toys::Grid;

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    // 16 bytes per state; the out-degree is the number of dimensions.
    for (dimensions, size) in [(14, 3), (6, 12)] {
        let grid = Grid { dimensions, size };
        group.throughput(Throughput::Elements(u64::from(size).pow(dimensions as u32)));
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let query = Query {
                properties: vec![Property::NoDeadlock, Property::NoFault],
                order,
                keep_going: false,
            };
            let name = BenchmarkId::new(format!("{order:?}"), format!("{size}^{dimensions}"));
            group.bench_function(name, |bencher| {
                bencher.iter_with_large_drop(|| {
                    let limits = Limits::default();
                    let mut store = exact_store(&grid, &limits);
                    let mut observer = ();
                    let mut control = Control::new(limits, Cancel::new(), &mut observer);
                    check_safety(&grid, &mut (), &mut store, &query, &mut control);
                    store
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
