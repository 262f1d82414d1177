//! Transitions per second of the compiled successor function, on dining philosophers built by hand.
//!
//! `cargo run --release -p burnside-vm --example throughput [philosophers] [rounds]`
//!
//! First a breadth-first search over a plain hash set (its number of states can be compared with other
//! tools), then the successor function alone, over and over on the first states found. Times are CPU
//! times where the system tells them (Linux), so that a busy machine does not matter much.

#![allow(clippy::print_stdout)] // this is a program for a terminal

use burnside_core::{Successors, TransitionSystem};
use burnside_ir::*;
use burnside_vm::{Machine, Shape};
use std::collections::HashSet;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse().expect("a number"));
    let n = args.next().unwrap_or(9);
    let rounds = args.next().unwrap_or(100);
    let system = philosophers(n);
    let start = Instant::now();
    let shape = Shape::probe(&system);
    let machine = Machine::new(&system, &shape, &[]).expect("within the limits");
    println!(
        "{n} philosophers: {} bytes/state, compiled in {:?}",
        machine.state_len(),
        start.elapsed()
    );

    let start = cpu_seconds();
    let (states, transitions) = search(&machine);
    let elapsed = cpu_seconds() - start;
    println!(
        "search: {} states, {transitions} transitions in {elapsed:.2} s, {:.2} M transitions/s",
        states.len(),
        transitions as f64 / elapsed / 1e6
    );

    let (mut scratch, mut out) = (machine.scratch(), Successors::new(machine.state_len()));
    let sample: Vec<&Box<[u8]>> = states.iter().take(20_000).collect();
    let mut transitions = 0;
    let start = cpu_seconds();
    for _ in 0..rounds {
        for state in &sample {
            out.clear();
            machine.successors(state, &mut scratch, &mut out).expect("the shape is complete");
            transitions += out.len();
        }
    }
    let elapsed = cpu_seconds() - start;
    let expanded = rounds as usize * sample.len();
    println!(
        "successors alone: {:.2} M states/s, {:.2} M transitions/s ({:.1} ns each)",
        expanded as f64 / elapsed / 1e6,
        transitions as f64 / elapsed / 1e6,
        elapsed / transitions as f64 * 1e9
    );
}

/// The CPU time of this thread so far, or the time of day.
fn cpu_seconds() -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = schedstat.and_then(|s| s.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(
        || std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0.0, |t| t.as_secs_f64()),
        |nanos| nanos / 1e9,
    )
}

/// Explores everything.
fn search(machine: &Machine) -> (HashSet<Box<[u8]>>, usize) {
    let (mut scratch, mut out) = (machine.scratch(), Successors::new(machine.state_len()));
    let mut seen: HashSet<Box<[u8]>> = HashSet::new();
    let mut queue: Vec<Box<[u8]>> = Vec::new();
    machine.initial(&mut scratch, &mut out).expect("the shape is complete");
    let mut transitions = 0;
    loop {
        for (_, state) in out.iter() {
            if !seen.contains(state) {
                seen.insert(state.into());
                queue.push(state.into());
            }
        }
        let Some(state) = queue.pop() else { return (seen, transitions) };
        out.clear();
        machine.successors(&state, &mut scratch, &mut out).expect("the shape is complete");
        transitions += out.len();
    }
}

/// The model `phils.pml`: the last philosopher is left-handed.
fn philosophers(n: i32) -> System {
    let (fork, eating) = (VarId(0), VarId(1));
    let (l, r) = (VarId(0), VarId(1));
    let own = |var| Expr::load(Scope::Own, var);
    let fork_at = |var| Place { scope: Scope::Global, var: fork, index: vec![own(var)] };
    let eq = |a, b| Expr::binary(Binary::Eq, a, b);
    let set = |place, e| Op::Assign(vec![(place, e)]);
    let next = Expr::binary(Binary::Add, Expr::SelfPid, Expr::Int(1));
    let next = Expr::binary(Binary::Rem, next, Expr::Int(n));
    let free = |var| eq(Expr::Load(fork_at(var)), Expr::Int(0));
    let count = |op| {
        let e = Expr::binary(op, Expr::load(Scope::Global, eating), Expr::Int(1));
        set(Place::global(eating), e)
    };
    let few = Expr::load(Scope::Global, eating);
    let few = Expr::binary(Binary::Le, few, Expr::Int(n / 2));
    let is_last = eq(Expr::SelfPid, Expr::Int(n - 1));
    let yes = || Guard::When(Expr::TRUE);

    // 0 -d_step-> 4; 4 takes the left fork, 5 the right one, 6.. eats; transit: 1, 2, 3, 9, 10.
    let edges = vec![
        edge(0, 1, yes(), set(Place::own(l), Expr::SelfPid), false),
        edge(1, 2, yes(), set(Place::own(r), next), false),
        edge(2, 3, Guard::When(is_last), set(Place::own(l), Expr::Int(0)), false),
        edge(2, 4, Guard::Else, Op::Skip, false),
        edge(3, 4, yes(), set(Place::own(r), Expr::Int(n - 1)), false),
        edge(4, 9, Guard::When(free(l)), Op::Skip, true),
        edge(9, 5, yes(), set(fork_at(l), Expr::Int(1)), false),
        edge(5, 10, Guard::When(free(r)), Op::Skip, true),
        edge(10, 6, yes(), set(fork_at(r), Expr::Int(1)), false),
        edge(6, 7, yes(), count(Binary::Add), false),
        edge(7, 8, yes(), Op::Assert(few), false),
        edge(8, 11, yes(), count(Binary::Sub), false),
        edge(11, 12, yes(), set(fork_at(r), Expr::Int(0)), false),
        edge(12, 4, yes(), set(fork_at(l), Expr::Int(0)), false),
    ];
    let transit = [1, 2, 3, 9, 10];
    let locs = (0..13).map(|i| Loc { transit: transit.contains(&i), number: i, ..Loc::default() });
    let mut phil = Template {
        name: "phil".into(),
        vars: vec![var("l", Type::BYTE, vec![]), var("r", Type::BYTE, vec![])],
        params: 0,
        chans: vec![],
        locs: locs.collect(),
        edges,
        entry: LocId(0),
        provided: None,
        origin: Origin::default(),
    };
    phil.seal();
    let start = Start { template: TemplateId(0), args: vec![], priority: 1 };
    System {
        name: "phils".into(),
        globals: vec![
            var("fork", Type::BOOL, vec![Dim { len: n as u32, sort: None }]),
            var("eating", Type::BYTE, vec![]),
        ],
        templates: vec![phil],
        initial: vec![start; n as usize],
        ..System::default()
    }
}

fn var(name: &str, ty: Type, dims: Vec<Dim>) -> Var {
    Var { name: name.into(), ty, dims, init: Init::Expr(Expr::Int(0)), shown: true }
}

fn edge(from: u32, to: u32, guard: Guard, op: Op, hold: bool) -> Edge {
    let (from, to) = (LocId(from), LocId(to));
    Edge { from, to, params: vec![], guard, op, hold, rank: 0, origin: Origin::default() }
}
