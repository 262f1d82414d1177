//! Small systems with processes and random automata, for the tests of liveness.

use crate::toys::{Rng, word};
use burnside_core::{
    ApId, Fair, FaultId, GroupId, Interrupt, Labelled, ProcessSet, Step, Successors,
    TransitionSystem,
};
use burnside_logic::Automaton;
use burnside_logic::automaton::{Cube, Edge, Label};

/// An explicit graph. The group of a step is the set of the processes that take part in it.
#[derive(Clone, Debug)]
pub struct Processes {
    pub count: usize,
    pub initial: Vec<usize>,
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The propositions that hold.
    pub label: u64,
    /// Target and movers.
    pub edges: Vec<(usize, u64)>,
    /// Propositions cannot be evaluated.
    pub broken: bool,
}

impl TransitionSystem for Processes {
    type Scratch = ();

    fn scratch(&self) {}

    fn state_len(&self) -> usize {
        4
    }

    fn initial(&self, (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        for &node in &self.initial {
            out.push(&(node as u32).to_ne_bytes(), Step::INITIAL);
        }
        Ok(())
    }

    fn successors(&self, state: &[u8], (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        for &(target, movers) in &self.nodes[word(state) as usize].edges {
            out.push(&(target as u32).to_ne_bytes(), Step::new(GroupId(movers as u32)));
        }
        Ok(())
    }

    fn is_valid_end(&self, state: &[u8]) -> bool {
        word(state).is_multiple_of(2)
    }
}

impl Labelled for Processes {
    fn holds(&self, state: &[u8], ap: ApId, (): &mut ()) -> Result<bool, FaultId> {
        let node = &self.nodes[word(state) as usize];
        if node.broken { Err(FaultId::new(7)) } else { Ok(node.label >> ap.0 & 1 == 1) }
    }
}

impl Fair for Processes {
    fn processes(&self) -> usize {
        self.count
    }

    fn movers(&self, (): &(), _: usize, step: Step) -> ProcessSet {
        let movers = (0..self.count).filter(|process| step.group.0 >> process & 1 == 1);
        movers.fold(ProcessSet::EMPTY, ProcessSet::with)
    }
}

/// Two propositions, up to `size` nodes, up to three processes, and now and then a state without steps.
pub fn random_processes(rng: &mut Rng, size: u64) -> Processes {
    let (size, count) = (1 + rng.below(size), 1 + rng.below(3));
    let degree = 1 + rng.below(3);
    let node = |rng: &mut Rng| {
        let steps = if rng.one_in(6) { 0 } else { 1 + rng.below(degree) };
        let edge = |rng: &mut Rng| {
            let partner = if rng.one_in(4) { 1 << rng.below(count) } else { 0 };
            (rng.below(size) as usize, 1 << rng.below(count) | partner)
        };
        let edges = (0..steps).map(|_| edge(rng)).collect();
        Node { label: rng.below(4), edges, broken: false }
    };
    let nodes = (0..size).map(|_| node(rng)).collect();
    let initial = (0..1 + rng.below(2)).map(|_| rng.below(size) as usize).collect();
    Processes { count: count as usize, initial, nodes }
}

/// An automaton over two propositions with acceptance on states.
pub fn random_automaton(rng: &mut Rng, sets: u32) -> Automaton {
    let size = 1 + rng.below(4);
    let edges = (0..size).map(|_| {
        let marks = if rng.one_in(2) { 0 } else { rng.next() & ((1 << sets) - 1) };
        let edge = |rng: &mut Rng| {
            let cube = |rng: &mut Rng| {
                let mentioned = rng.below(4);
                let positive = mentioned & rng.below(4);
                Cube { positive, negative: mentioned & !positive }
            };
            let cubes = (0..1 + rng.below(2)).map(|_| cube(rng)).collect();
            Edge { label: Label::new(cubes), target: rng.below(size) as usize, marks }
        };
        (0..rng.below(4)).map(|_| edge(rng)).collect()
    });
    let edges = edges.collect();
    Automaton::new(vec!["a".into(), "b".into()], sets, 0, edges).expect("a valid automaton")
}

/// Two or three processes of up to three places that interleave, wait for and set a shared bit, meet, stop, and
/// put others somewhere (which may bring one to life). Fairness matters here far more often than in a graph
/// without any structure.
pub fn random_interleaving(rng: &mut Rng) -> Processes {
    struct Rule {
        mover: usize,
        from: usize,
        to: usize,
        /// The value of the bit to wait for.
        guard: Option<usize>,
        set: Option<usize>,
        /// Another process, the place where it must be, and the place where it goes.
        other: Option<(usize, usize, usize)>,
        /// Whether the other one takes part, as opposed to being moved.
        meets: bool,
    }
    const PLACES: u64 = 3;
    let count = 2 + rng.below(2) as usize;
    let bit = |rng: &mut Rng, odds: u64| rng.one_in(odds).then(|| rng.below(2) as usize);
    let place = |rng: &mut Rng| rng.below(PLACES) as usize;
    let mut rules = Vec::new();
    for mover in 0..count {
        for _ in 0..2 + rng.below(5) {
            let other = (mover + 1 + rng.below(count as u64 - 1) as usize) % count;
            rules.push(Rule {
                mover,
                from: place(rng),
                to: place(rng),
                guard: bit(rng, 2),
                set: bit(rng, 3),
                other: rng.one_in(5).then(|| (other, place(rng), place(rng))),
                meets: rng.one_in(2),
            });
        }
    }
    if rng.one_in(2) {
        // Others are enabled again and again, but not always.
        let last = count - 1;
        rules.retain(|rule| rule.mover != last && rule.other.is_none());
        for value in 0..2 {
            let (guard, set) = (Some(value), Some(1 - value));
            for place in 0..PLACES as usize {
                let (from, to, other) = (place, place, None);
                rules.push(Rule { mover: last, from, to, guard, set, other, meets: false });
            }
        }
        rules.iter_mut().filter(|rule| rule.mover < last).for_each(|rule| rule.set = None);
    }
    let label_seed = rng.next();
    let size = 2 * (PLACES as usize).pow(count as u32);
    let nodes = (0..size).map(|number| {
        let bit = number % 2;
        let power = |process: usize| 2 * (PLACES as usize).pow(process as u32);
        let at = |process: usize| number / power(process) % PLACES as usize;
        let mut edges = Vec::new();
        for rule in &rules {
            let ready = at(rule.mover) == rule.from
                && rule.guard.is_none_or(|guard| guard == bit)
                && rule.other.is_none_or(|(other, from, _)| at(other) == from);
            if !ready {
                continue;
            }
            let mut target = number - bit + rule.set.unwrap_or(bit);
            target = target + rule.to * power(rule.mover) - rule.from * power(rule.mover);
            let mut movers = 1 << rule.mover;
            if let Some((other, from, to)) = rule.other {
                target = target + to * power(other) - from * power(other);
                movers |= if rule.meets { 1 << other } else { 0 };
            }
            edges.push((target, movers));
        }
        // Proposition a: process 0 is at place 1; b: the bit, or where another process is.
        let b = if label_seed.is_multiple_of(2) { bit == 1 } else { at(count - 1) == 2 };
        Node { label: u64::from(at(0) == 1) | u64::from(b) << 1, edges, broken: false }
    });
    let nodes = nodes.collect();
    Processes { count, initial: vec![rng.below(size as u64) as usize], nodes }
}

/// What process 0 is denied, mostly, as automata over two propositions.
pub fn starvations() -> Vec<Automaton> {
    let formulas = [
        "<>[] !a",
        "<>[] a",
        "<>[] b",
        "<>[] !b",
        "<>[] (!a && !b)",
        "<>[] (a && !b)",
        "<>[] !a && []<> b",
        "<>[] a && []<> !b",
        "[]<> a && <>[] b",
        "[]<> b && []<> !b && <>[] !a",
        "<>(a && [] !b)",
        "a U [] !a",
        "[] !a",
        "[]<> a && []<> !a && <>[] b",
    ];
    formulas.iter().map(|text| over_two(&translate_text(text))).collect()
}

fn translate_text(text: &str) -> Automaton {
    let formula = burnside_logic::parse(text).expect("a formula");
    burnside_logic::translate(&formula, burnside_logic::Options::default()).expect("an automaton")
}

/// The automaton with propositions a and b, in this order.
fn over_two(automaton: &Automaton) -> Automaton {
    let place = |atom: usize| if &*automaton.atoms()[atom] == "a" { 0 } else { 1 };
    let moved = |bits: u64| {
        let used = (0..automaton.atoms().len()).filter(|atom| bits >> atom & 1 == 1);
        used.fold(0, |all, atom| all | 1 << place(atom))
    };
    let edge = |edge: &Edge| {
        let cube = |c: &Cube| Cube { positive: moved(c.positive), negative: moved(c.negative) };
        let cubes = edge.label.cubes().iter().map(cube).collect();
        Edge { label: Label::new(cubes), ..*edge }
    };
    let states = 0..automaton.states();
    let edges = states.map(|state| automaton.edges(state).iter().map(edge).collect()).collect();
    let atoms = vec!["a".into(), "b".into()];
    Automaton::new(atoms, automaton.acceptance_sets(), automaton.initial(), edges)
        .expect("a valid automaton")
}
