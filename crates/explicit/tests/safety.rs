//! The safety checker on both searches: against a naive judge, and at its limits.

mod toys;

use burnside_core::{
    ApId, Cancel, Evidence, Interrupt, Labelled, Limits, Observer, Path, Progress, StopReason,
    Successors, Verdict, Violation,
};
use burnside_explicit::{Control, Order, Property, Query, Report, check_safety, exact_store};
use burnside_store::{ExactStore, Full, Interned, StateId, Store};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;
use toys::{Counter, Graph, Grid, Node, Rng, random_graph, word};

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];
const PROPERTIES: [Property; 3] =
    [Property::NoDeadlock, Property::NoFault, Property::Invariant(ApId(0))];

fn query(order: Order) -> Query {
    Query { properties: PROPERTIES.to_vec(), order, keep_going: false }
}

fn exhaustive(order: Order) -> Query {
    Query { keep_going: true, ..query(order) }
}

fn check<S: Labelled>(system: &S, query: &Query, limits: Limits) -> Report {
    let mut store = exact_store(system, &limits);
    let observer = &mut ();
    let mut control = Control::new(limits, Cancel::new(), observer);
    let report = check_safety(system, &mut system.scratch(), &mut store, query, &mut control);
    assert_eq!(report.stats.states, store.len() as u64);
    report
}

/// What an exploration with a map and a queue finds out.
#[derive(Debug, Default, PartialEq, Eq)]
struct Facts {
    states: u64,
    transitions: u64,
    levels: u64,
    /// Violations of each of `PROPERTIES`, and the length of the shortest path to one.
    errors: [u64; 3],
    nearest: [Option<usize>; 3],
}

impl Facts {
    fn note(&mut self, property: usize, distance: usize) {
        self.errors[property] += 1;
        let nearest = &mut self.nearest[property];
        *nearest = Some(nearest.map_or(distance, |known| known.min(distance)));
    }
}

fn explore_naively<S: Labelled>(system: &S) -> Facts {
    let mut scratch = system.scratch();
    let mut facts = Facts::default();
    let mut distance: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut queue = VecDeque::new();
    let mut out = Successors::new(system.state_len());
    system.initial(&mut scratch, &mut out).unwrap();
    let mut depth = 0;
    loop {
        for (_, state) in out.iter() {
            if !distance.contains_key(state) {
                distance.insert(state.to_vec(), depth + 1);
                queue.push_back(state.to_vec());
                if system.holds(state, ApId(0), &mut scratch) != Ok(true) {
                    facts.note(2, depth + 1);
                }
            }
        }
        let Some(state) = queue.pop_front() else { break };
        depth = distance[&state];
        facts.levels = depth as u64;
        out.clear();
        system.successors(&state, &mut scratch, &mut out).unwrap();
        facts.transitions += out.len() as u64;
        if out.is_empty() && !system.is_valid_end(&state) {
            facts.note(0, depth);
        }
        for step in out.steps().iter().chain(out.dead_ends()) {
            if step.fault.is_some() {
                facts.note(1, depth + 1);
            }
        }
    }
    facts.states = distance.len() as u64;
    facts
}

/// Replays a path and checks that it ends in the violation it claims.
fn replay<S: Labelled>(system: &S, Evidence { violation, path, cycle }: &Evidence) {
    assert_eq!(*cycle, None, "safety is about finite runs");
    let mut scratch = system.scratch();
    let mut out = Successors::new(system.state_len());
    system.initial(&mut scratch, &mut out).unwrap();
    let mut last = None;
    let mut states = path.states();
    for &number in path.steps() {
        let (step, target) = out.get(number as usize).expect("a step of this number");
        let target = target.map(<[u8]>::to_vec);
        assert_eq!(target.as_deref(), states.next());
        last = Some(step);
        out.clear();
        if let Some(state) = &target {
            system.successors(state, &mut scratch, &mut out).unwrap();
        }
    }
    assert_eq!(states.next(), None);
    let end = path.last_state().unwrap();
    match *violation {
        Violation::Deadlock => assert!(out.is_empty() && !system.is_valid_end(end)),
        Violation::Fault(fault) => assert_eq!(last.unwrap().fault, Some(fault)),
        Violation::Invariant(ap) => assert_eq!(system.holds(end, ap, &mut scratch), Ok(false)),
        Violation::BrokenInvariant(ap, fault) => {
            assert_eq!(system.holds(end, ap, &mut scratch), Err(fault));
        }
        _ => panic!("{violation:?} is not about safety"),
    }
}

fn path(verdict: &Verdict) -> &Path {
    &verdict.evidence().expect("a violation").path
}

#[test]
fn both_searches_agree_with_the_naive_judge() {
    let mut rng = Rng(2024);
    for round in 0..3_000 {
        let graph = random_graph(&mut rng, [3, 20, 1_000][round % 3]);
        let facts = explore_naively(&graph);
        for order in ORDERS {
            let report = check(&graph, &exhaustive(order), Limits::default());
            assert_eq!(report.stopped, None);
            assert_eq!(report.stats.states, facts.states);
            assert_eq!(report.stats.transitions, facts.transitions);
            for (i, outcome) in report.outcomes.iter().enumerate() {
                assert_eq!(outcome.property, PROPERTIES[i]);
                assert_eq!(outcome.errors, facts.errors[i], "{order:?} {graph:?}");
                match &outcome.verdict {
                    Verdict::Violated(evidence) => replay(&graph, evidence),
                    verdict => assert_eq!(*verdict, Verdict::Holds),
                }
                assert_eq!(outcome.verdict.is_violated(), facts.errors[i] > 0);
            }
            if order == Order::BreadthFirst {
                assert_eq!(report.stats.depth, facts.levels);
                for (outcome, nearest) in report.outcomes.iter().zip(facts.nearest) {
                    let length = outcome.verdict.evidence().map(|e| e.path.steps().len());
                    assert_eq!(length, nearest);
                }
            }
            // Stopping early gives the same verdicts, and the same evidence.
            let early = check(&graph, &query(order), Limits::default());
            for (all, first) in report.outcomes.iter().zip(&early.outcomes) {
                assert_eq!(all.verdict, first.verdict);
                assert_eq!(first.errors, u64::from(all.errors > 0));
            }
            assert!(early.stats.states <= report.stats.states);
        }
    }
}

#[test]
fn a_grid_is_counted_exactly() {
    let grid = Grid { dimensions: 5, size: 9 };
    for order in ORDERS {
        let stats = check(&grid, &query(order), Limits::default()).stats;
        assert_eq!((stats.states, stats.transitions), (9u64.pow(5), 5 * 9u64.pow(5)));
        if order == Order::BreadthFirst {
            assert_eq!(stats.depth, 5 * 8 + 1);
        }
    }
}

#[test]
fn ten_million_levels() {
    let counter = Counter { last: 9_999_999 };
    let report = check(&counter, &query(Order::DepthFirst), Limits::default());
    assert_eq!(report.stats.depth, 10_000_000);
    assert_eq!(path(&report.outcomes[0].verdict).steps().len(), 10_000_000);
    assert_eq!(report.outcomes[1].verdict, Verdict::Holds);
    assert!(report.stats.search_bytes < 200_000_000, "the stack takes 8 bytes per level");
}

/// An exact store that does not trust itself.
struct Doubtful(ExactStore);

impl Store for Doubtful {
    const EXACT: bool = false;

    fn state_len(&self) -> usize {
        self.0.state_len()
    }

    fn intern(&mut self, state: &[u8]) -> Result<Interned, Full> {
        self.0.intern(state)
    }

    fn load<'a>(&'a self, id: StateId, buffer: &'a mut Vec<u8>) -> &'a [u8] {
        self.0.load(id, buffer)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

#[test]
fn a_lossy_store_never_proves_anything() {
    let counter = Counter { last: 9 };
    for order in ORDERS {
        let mut store = Doubtful(exact_store(&counter, &Limits::default()));
        let observer = &mut ();
        let mut control = Control::new(Limits::default(), Cancel::new(), observer);
        let report = check_safety(&counter, &mut (), &mut store, &query(order), &mut control);
        assert!(report.outcomes[0].verdict.is_violated());
        assert_eq!(report.outcomes[1].verdict, Verdict::Unknown(StopReason::LossyStore));
        assert_eq!(report.stopped, None);
    }
}

#[test]
fn a_search_ends_when_all_properties_are_violated() {
    for order in ORDERS {
        let only_invariant =
            Query { properties: vec![Property::Invariant(ApId(10))], order, keep_going: false };
        let report = check(&Counter { last: 1_000_000 }, &only_invariant, Limits::default());
        assert!(report.outcomes[0].verdict.is_violated());
        assert_eq!(path(&report.outcomes[0].verdict).last_state(), Some(&10u32.to_ne_bytes()[..]));
        assert_eq!(report.stopped, None);
        assert!(report.stats.states < 100);
    }
}

#[test]
fn limits_make_verdicts_unknown_but_keep_violations() {
    let counter = Counter { last: 1_000_000 };
    let properties = vec![Property::Invariant(ApId(5)), Property::NoDeadlock];
    for order in ORDERS {
        let query = Query { properties: properties.clone(), order, keep_going: false };
        let cut = |limits, reason| {
            let report = check(&counter, &query, limits);
            assert_eq!(report.stopped, Some(reason));
            assert!(report.outcomes[0].verdict.is_violated());
            assert_eq!(report.outcomes[1].verdict, Verdict::Unknown(reason));
            report.stats
        };
        let none = Limits::default();
        let stats = cut(Limits { states: Some(1_000), ..none }, StopReason::States);
        assert_eq!(stats.states, 1_000);
        let stats = cut(Limits { depth: Some(1_000), ..none }, StopReason::Depth);
        assert_eq!((stats.depth, stats.states, stats.truncated), (1_000, 1_001, 1));
        let stats = cut(Limits { memory: Some(100_000), ..none }, StopReason::Memory);
        assert!(stats.store_bytes <= 100_000);
        cut(Limits { time: Some(Duration::ZERO), ..none }, StopReason::Time);
    }
}

#[test]
fn a_space_that_just_fits_its_limits_is_explored_completely() {
    let counter = Counter { last: 999 };
    for order in ORDERS {
        let limits = Limits { states: Some(1_000), depth: Some(1_000), ..Limits::default() };
        let report = check(&counter, &query(order), limits);
        assert_eq!(report.stopped, None);
        assert_eq!(report.outcomes[1].verdict, Verdict::Holds);
    }
}

#[test]
fn an_interrupt_ends_the_search_after_what_came_before() {
    let mut nodes = vec![Node { good: true, ..Node::default() }; 4];
    nodes[0].edges = vec![(1, None), (2, None)];
    nodes[1].good = false;
    nodes[2].interrupt = true;
    nodes[2].edges = vec![(3, Some(1))]; // not seen: its expansion failed
    let graph = Graph { initial: vec![0], nodes };
    for order in ORDERS {
        let report = check(&graph, &exhaustive(order), Limits::default());
        let reason = StopReason::Interrupted(Interrupt(2));
        assert_eq!(report.stopped, Some(reason));
        assert_eq!(report.outcomes[0].errors, 1); // node 1
        assert_eq!(report.outcomes[1].verdict, Verdict::Unknown(reason));
        assert!(report.outcomes[2].verdict.is_violated());
        assert_eq!(report.stats.states, 3);
    }
}

#[test]
fn an_invariant_violated_just_before_an_interrupt_has_evidence() {
    let mut nodes = vec![Node { good: true, ..Node::default() }; 2];
    nodes[0].edges = vec![(1, None)];
    nodes[1] = Node { interrupt: true, ..Node::default() };
    let graph = Graph { initial: vec![0], nodes };
    for order in ORDERS {
        let report = check(&graph, &exhaustive(order), Limits::default());
        assert_eq!(path(&report.outcomes[2].verdict).steps(), [0, 0]);
    }
}

#[test]
fn a_fault_without_target_is_no_deadlock() {
    let node = Node { good: true, dead_ends: vec![7], ..Node::default() };
    let graph = Graph { initial: vec![0], nodes: vec![node] };
    for order in ORDERS {
        let report = check(&graph, &query(order), Limits::default());
        assert_eq!(report.outcomes[0].verdict, Verdict::Holds);
        assert!(path(&report.outcomes[1].verdict).ends_in_dead_end());
    }
}

#[test]
fn a_system_without_initial_states_satisfies_everything() {
    let graph = Graph { initial: vec![], nodes: vec![] };
    for order in ORDERS {
        let report = check(&graph, &query(order), Limits::default());
        assert_eq!(report.stats.depth, 0);
        assert!(report.outcomes.iter().all(|outcome| outcome.verdict == Verdict::Holds));
    }
}

/// Cancels the search from its own progress report.
struct Impatient {
    cancel: Cancel,
    reports: u32,
}

impl Observer for Impatient {
    fn progress(&mut self, progress: &Progress) {
        assert!(progress.stats.states > 0 && progress.frontier > 0);
        self.reports += 1;
        if self.reports == 3 {
            self.cancel.cancel();
        }
    }
}

#[test]
fn progress_is_reported_and_the_search_can_be_cancelled() {
    let grid = Grid { dimensions: 6, size: 10 };
    for order in ORDERS {
        let mut observer = Impatient { cancel: Cancel::new(), reports: 0 };
        let cancel = observer.cancel.clone();
        let mut store = exact_store(&grid, &Limits::default());
        let mut control = Control::new(Limits::default(), cancel, &mut observer);
        let report = check_safety(&grid, &mut (), &mut store, &query(order), &mut control);
        assert_eq!(report.stopped, Some(StopReason::Cancelled));
        assert_eq!(observer.reports, 3);
        assert!(report.stats.states < 1_000_000);
    }
}

#[test]
fn depth_first_search_goes_down_the_first_successor_first() {
    let mut nodes = vec![Node { good: true, valid_end: true, ..Node::default() }; 4];
    nodes[0].edges = vec![(1, None), (2, None)];
    nodes[1].edges = vec![(2, None)];
    nodes[2].edges = vec![(3, None)];
    nodes[3].good = false;
    let graph = Graph { initial: vec![0], nodes };
    let report = check(&graph, &query(Order::DepthFirst), Limits::default());
    let states: Vec<u32> = path(&report.outcomes[2].verdict).states().map(word).collect();
    assert_eq!(states, [0, 1, 2, 3]);
}
