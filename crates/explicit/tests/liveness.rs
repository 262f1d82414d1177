//! All searches for accepting cycles against the naive judge, and each lasso against the definitions.

mod judge;
mod processes;
mod toys;

use burnside_core::{
    ApId, Cancel, Evidence, Fair, Limits, Path, ProcessSet, StopReason, Successors,
    TransitionSystem, Verdict, Violation,
};
use burnside_explicit::liveness::find_cycle;
use burnside_explicit::{
    Control, Ends, Engine, FairEngine, LiveQuery, LiveReport, Nesting, Strength,
    check_fair_liveness, check_liveness, check_progress, non_progress,
};
use burnside_logic::Automaton;
use burnside_logic::automaton::{Cube, Edge, Label};
use burnside_logic::semantics::Lasso;
use judge::{Runs, has_accepted_run};
use processes::{
    Node, Processes, random_automaton, random_interleaving, random_processes, starvations,
};
use toys::{Rng, word};

const PROPOSITIONS: &[ApId] = &[ApId(0), ApId(1)];
const NESTINGS: [Nesting; 4] =
    [Nesting::Preorder, Nesting::Postorder, Nesting::OnStack, Nesting::Eager];

fn check(
    system: &Processes,
    automaton: &Automaton,
    ends: Ends,
    engine: Engine,
    limits: Limits,
) -> LiveReport {
    let propositions = &PROPOSITIONS[..automaton.atoms().len()];
    let query = LiveQuery { automaton, propositions, ends, engine, shorten: false };
    let observer = &mut ();
    let mut control = Control::new(limits, Cancel::new(), observer);
    check_liveness(system, &query, &mut control).expect("the automaton fits")
}

fn check_fair(
    system: &Processes,
    automaton: &Automaton,
    ends: Ends,
    engine: FairEngine,
) -> LiveReport {
    let propositions = PROPOSITIONS;
    let query = LiveQuery { automaton, propositions, ends, engine, shorten: false };
    let observer = &mut ();
    let mut control = Control::new(Limits::default(), Cancel::new(), observer);
    check_fair_liveness(system, &query, &mut control).expect("the automaton fits")
}

/// What happens along a path of the system, replayed.
#[derive(Default)]
struct Replay {
    states: Vec<u32>,
    movers: ProcessSet,
    ever_enabled: ProcessSet,
    always_enabled: Option<ProcessSet>,
}

/// Replays a path out of `start`, or from an initial state.
fn replay(system: &Processes, start: Option<&[u8]>, path: &Path) -> Replay {
    let mut out = Successors::new(system.state_len());
    let mut replay = Replay::default();
    let mut before = start.map(<[u8]>::to_vec);
    for (&number, state) in path.steps().iter().zip(path.states()) {
        out.clear();
        match &before {
            None => system.initial(&mut (), &mut out).unwrap(),
            Some(before) => {
                system.successors(before, &mut (), &mut out).unwrap();
                let steps = out.steps().iter().enumerate();
                let enabled = steps.fold(ProcessSet::EMPTY, |all, (i, &step)| {
                    all.union(system.movers(&(), i, step))
                });
                replay.ever_enabled = replay.ever_enabled.union(enabled);
                let always = replay.always_enabled.unwrap_or(enabled);
                replay.always_enabled = Some(always.minus(always.minus(enabled)));
            }
        }
        if number == Path::STUTTER {
            assert!(out.is_empty(), "the system rests only where it must");
            assert_eq!(before.as_deref(), Some(state));
        } else {
            let (step, target) = out.get(number as usize).expect("a step of this number");
            assert_eq!(target, Some(state));
            if before.is_some() {
                replay.movers = replay.movers.union(system.movers(&(), number as usize, step));
            }
        }
        replay.states.push(word(state));
        before = Some(state.to_vec());
    }
    replay
}

/// Checks that the evidence is an infinite run of the system that counts and is accepted.
fn validate(system: &Processes, automaton: &Automaton, evidence: &Evidence, runs: Runs) {
    assert_eq!(evidence.violation, Violation::AcceptanceCycle);
    let cycle = evidence.cycle.as_ref().expect("an infinite run has a cycle");
    let knot = evidence.path.last_state().expect("a run has an initial state");
    let prefix = replay(system, None, &evidence.path);
    let round = replay(system, Some(knot), cycle);
    assert_eq!(cycle.last_state(), Some(knot), "the cycle closes");
    let label = |node: &u32| system.nodes[*node as usize].label;
    let before_knot = &prefix.states[..prefix.states.len() - 1];
    let mut around = round.states.clone();
    around.rotate_right(1); // the knot first
    let lasso = Lasso {
        prefix: before_knot.iter().map(label).collect(),
        cycle: around.iter().map(label).collect(),
    };
    assert!(automaton.accepts(&lasso), "the automaton accepts the run");
    let always = round.always_enabled.expect("a cycle has a step");
    match runs {
        Runs::All => {}
        Runs::WeaklyFair => assert!(always.minus(round.movers).is_empty(), "weakly fair"),
        Runs::StronglyFair => assert!(round.ever_enabled.minus(round.movers).is_empty(), "fair"),
    }
}

fn agree(
    system: &Processes,
    automaton: &Automaton,
    report: &LiveReport,
    expected: bool,
    runs: Runs,
    who: &dyn std::fmt::Debug,
) {
    match &report.verdict {
        Verdict::Violated(evidence) => {
            assert!(expected, "{who:?} found a run in {system:?} × {automaton:?}");
            validate(system, automaton, evidence, runs);
        }
        Verdict::Holds => assert!(!expected, "{who:?} missed a run in {system:?} × {automaton:?}"),
        Verdict::Unknown(reason) => panic!("{who:?} stopped: {reason:?}"),
    }
}

#[test]
fn nested_searches_agree_with_the_naive_judge() {
    let mut rng = Rng(1);
    let mut accepted = 0;
    const ROUNDS: usize = 4_000;
    for _ in 0..ROUNDS {
        let system = random_processes(&mut rng, 9);
        let automaton = random_automaton(&mut rng, 1);
        let ends = if rng.one_in(4) { Ends::Stop } else { Ends::Stutter };
        let expected = has_accepted_run(&system, &automaton, ends == Ends::Stutter, Runs::All);
        accepted += usize::from(expected);
        for nesting in NESTINGS {
            let engine = Engine::Nested(nesting);
            let report = check(&system, &automaton, ends, engine, Limits::default());
            agree(&system, &automaton, &report, expected, Runs::All, &nesting);
        }
    }
    assert!(accepted > ROUNDS / 10 && accepted < ROUNDS * 9 / 10, "{accepted} accepted");
}

#[test]
fn component_searches_agree_with_the_naive_judge() {
    let mut rng = Rng(2);
    let mut accepted = 0;
    const ROUNDS: usize = 4_000;
    for _ in 0..ROUNDS {
        let system = random_processes(&mut rng, 9);
        let sets = rng.below(4) as u32;
        let automaton = random_automaton(&mut rng, sets);
        let ends = if rng.one_in(4) { Ends::Stop } else { Ends::Stutter };
        let expected = has_accepted_run(&system, &automaton, ends == Ends::Stutter, Runs::All);
        accepted += usize::from(expected);
        let mut engines = vec![Engine::Components];
        engines.extend(NESTINGS.map(Engine::Nested));
        for engine in engines {
            let report = check(&system, &automaton, ends, engine, Limits::default());
            agree(&system, &automaton, &report, expected, Runs::All, &engine);
        }
    }
    assert!(accepted > ROUNDS / 10 && accepted < ROUNDS * 9 / 10, "{accepted} accepted");
}

#[test]
fn fair_searches_agree_with_the_naive_judge() {
    let mut rng = Rng(3);
    let starvations = starvations();
    let (mut all, mut weak, mut strong) = (0, 0, 0);
    const ROUNDS: usize = 6_000;
    for _ in 0..ROUNDS {
        let system = match rng.below(3) {
            0 => random_processes(&mut rng, 8),
            _ => random_interleaving(&mut rng),
        };
        let automaton = match rng.below(4) {
            0 => random_automaton(&mut rng, 1),
            1 => random_automaton(&mut rng, 2),
            _ => starvations[rng.below(starvations.len() as u64) as usize].clone(),
        };
        let ends = if rng.one_in(4) { Ends::Stop } else { Ends::Stutter };
        let expected = |runs| has_accepted_run(&system, &automaton, ends == Ends::Stutter, runs);
        all += usize::from(expected(Runs::All));
        weak += usize::from(expected(Runs::WeaklyFair));
        strong += usize::from(expected(Runs::StronglyFair));
        let mut engines = vec![
            (FairEngine::Components(Strength::Weak), Runs::WeaklyFair),
            (FairEngine::Components(Strength::Strong), Runs::StronglyFair),
        ];
        engines.extend(NESTINGS.map(|nesting| (FairEngine::Counter(nesting), Runs::WeaklyFair)));
        for (engine, runs) in engines {
            let report = check_fair(&system, &automaton, ends, engine);
            agree(&system, &automaton, &report, expected(runs), runs, &engine);
        }
    }
    // The test is worth something only if fairness makes a difference often enough.
    assert!(all > weak + ROUNDS / 50 && weak > strong + ROUNDS / 200, "{all}, {weak}, {strong}");
}

fn length(report: &LiveReport) -> usize {
    let evidence = report.verdict.evidence().expect("a violation");
    let cycle = evidence.cycle.as_ref().expect("an infinite run");
    evidence.path.steps().len() + cycle.steps().len()
}

#[test]
fn short_lassos_are_shorter_and_right() {
    let mut rng = Rng(4);
    let starvations = starvations();
    let (mut longer, mut found) = (0, 0);
    for _ in 0..1_000 {
        let system = random_interleaving(&mut rng);
        let automaton = &starvations[rng.below(starvations.len() as u64) as usize];
        let (propositions, ends) = (PROPOSITIONS, Ends::Stutter);
        for nesting in NESTINGS {
            let engine = Engine::Nested(nesting);
            let plain = check(&system, automaton, ends, engine, Limits::default());
            let query = LiveQuery { automaton, propositions, ends, engine, shorten: true };
            let observer = &mut ();
            let mut control = Control::new(Limits::default(), Cancel::new(), observer);
            let report = check_liveness(&system, &query, &mut control).expect("it fits");
            assert_eq!(report.verdict.is_violated(), plain.verdict.is_violated());
            if let Verdict::Violated(evidence) = &report.verdict {
                validate(&system, automaton, evidence, Runs::All);
                assert!(length(&report) <= length(&plain));
                longer += usize::from(length(&report) < length(&plain));
                found += 1;
            }
        }
    }
    assert!(longer > found / 10, "{longer} of {found}");
}

#[test]
fn two_ways_to_non_progress_cycles_agree() {
    let mut rng = Rng(5);
    let mut violated = 0;
    for _ in 0..2_000 {
        let system = match rng.one_in(2) {
            true => random_processes(&mut rng, 12),
            false => random_interleaving(&mut rng),
        };
        let automaton = non_progress();
        let expected = has_accepted_run(&system, &automaton, false, Runs::All);
        violated += usize::from(expected);
        let observer = &mut ();
        let mut control = Control::new(Limits::default(), Cancel::new(), observer);
        let direct = check_progress(&system, ApId(0), &mut control);
        agree(&system, &automaton, &direct, expected, Runs::All, &"the direct search");
        for engine in [Engine::Components, Engine::Nested(Nesting::Eager)] {
            let report = check(&system, &automaton, Ends::Stop, engine, Limits::default());
            agree(&system, &automaton, &report, expected, Runs::All, &engine);
        }
    }
    assert!(violated > 200 && violated < 1_800, "{violated} violated");
}

/// A chain of `len` states with a back edge from the last to the first.
fn ring(len: usize) -> Processes {
    let node = |i: usize| Node { edges: vec![((i + 1) % len, 1)], ..Node::default() };
    Processes { count: 1, initial: vec![0], nodes: (0..len).map(node).collect() }
}

fn edge(positive: u64, negative: u64, target: usize, marks: u64) -> Edge {
    Edge { label: Label::new(vec![Cube { positive, negative }]), target, marks }
}

fn automaton(edges: Vec<Vec<Edge>>) -> Automaton {
    Automaton::new(vec!["a".into(), "b".into()], 1, 0, edges).expect("a valid automaton")
}

/// Accepts everything, by one accepting state.
fn anything() -> Automaton {
    automaton(vec![vec![edge(0, 0, 0, 1)]])
}

#[test]
fn a_nested_search_needs_two_bits_per_state_more() {
    // All states are accepting, none is on a cycle.
    let mut system = ring(100_000);
    system.nodes.last_mut().unwrap().edges.clear();
    let marked = burnside_explicit::accepting::Marked::new(&system, ApId(0));
    let never = |engine| {
        let observer = &mut ();
        let mut control = Control::new(Limits::default(), Cancel::new(), observer);
        let mut store = burnside_explicit::exact_store(&marked, &Limits::default());
        let report = find_cycle(&marked, &mut store, engine, false, &mut control);
        assert_eq!(report.verdict, Verdict::Holds);
        report
    };
    let plain = never(Engine::Nested(Nesting::Eager)); // no state is accepting: one search only
    assert_eq!(plain.repeated, 0);
    let nested =
        check(&system, &anything(), Ends::Stop, Engine::Nested(Nesting::Eager), Limits::default());
    assert_eq!(nested.verdict, Verdict::Holds);
    assert_eq!(nested.repeated, nested.stats.transitions, "each step is seen twice");
    let bits = (nested.stats.search_bytes - plain.stats.search_bytes) * 8;
    // Tables grow by doubling, so up to half of what is counted may be spare.
    assert!(bits <= 2 * 2 * nested.stats.states + 8 * 1024, "{bits} bits");
}

#[test]
fn a_cut_search_never_proves_anything() {
    let system = ring(100);
    for nesting in NESTINGS {
        let engine = Engine::Nested(nesting);
        let found = check(&system, &anything(), Ends::Stutter, engine, Limits::default());
        assert!(found.verdict.is_violated());
        let limits = Limits { depth: Some(50), ..Limits::default() };
        let report = check(&system, &anything(), Ends::Stutter, engine, limits);
        assert_eq!(report.verdict, Verdict::Unknown(StopReason::Depth), "{nesting:?}");
        let limits = Limits { states: Some(50), ..Limits::default() };
        let report = check(&system, &anything(), Ends::Stutter, engine, limits);
        assert_eq!(report.verdict, Verdict::Unknown(StopReason::States), "{nesting:?}");
    }
}

#[test]
fn a_proposition_that_cannot_be_evaluated_is_reported() {
    let mut system = ring(10);
    system.nodes[5].broken = true;
    // Waits for b, whatever a may be.
    let automaton =
        automaton(vec![vec![edge(0, 2, 0, 0), edge(2, 0, 1, 0)], vec![edge(0, 0, 1, 1)]]);
    for nesting in NESTINGS {
        let engine = Engine::Nested(nesting);
        let report = check(&system, &automaton, Ends::Stutter, engine, Limits::default());
        let evidence = report.verdict.evidence().expect("a broken proposition");
        assert_eq!(
            evidence.violation,
            Violation::BrokenProposition(burnside_core::FaultId::new(7))
        );
        assert_eq!(replay(&system, None, &evidence.path).states, [0, 1, 2, 3, 4, 5]);
        assert_eq!(evidence.cycle, None);
    }
}
