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
