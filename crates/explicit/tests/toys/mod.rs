//! Small systems for the tests of the engines.

#![allow(dead_code, reason = "each test file uses some of them")]

use burnside_core::{
    ApId, FaultId, GroupId, Interrupt, Labelled, Step, Successors, TransitionSystem,
};

/// A number as a state.
pub fn word(state: &[u8]) -> u32 {
    u32::from_ne_bytes(state.try_into().unwrap())
}

/// Counts from 0 to `last` and stops there, which is a deadlock.
pub struct Counter {
    pub last: u32,
}

impl TransitionSystem for Counter {
    type Scratch = ();

    fn scratch(&self) {}

    fn state_len(&self) -> usize {
        4
    }

    fn initial(&self, (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        out.push(&0u32.to_ne_bytes(), Step::INITIAL);
        Ok(())
    }

    fn successors(&self, state: &[u8], (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        if word(state) < self.last {
            out.push(&(word(state) + 1).to_ne_bytes(), Step::new(GroupId(0)));
        }
        Ok(())
    }

    fn is_valid_end(&self, _: &[u8]) -> bool {
        false
    }
}

/// Proposition n: the counter is not n.
impl Labelled for Counter {
    fn holds(&self, state: &[u8], ap: ApId, (): &mut ()) -> Result<bool, FaultId> {
        Ok(word(state) != ap.0)
    }
}

/// `dimensions` counters of `size` values each, stepped round modulo `size` independently. The state
/// has one byte per counter.
pub struct Grid {
    pub dimensions: usize,
    pub size: u8,
}

impl TransitionSystem for Grid {
    type Scratch = ();

    fn scratch(&self) {}

    fn state_len(&self) -> usize {
        self.dimensions.next_multiple_of(4)
    }

    fn initial(&self, (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        out.begin_zeroed();
        out.commit(Step::INITIAL);
        Ok(())
    }

    fn successors(&self, state: &[u8], (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        for i in 0..self.dimensions {
            out.begin(state)[i] = (state[i] + 1) % self.size;
            out.commit(Step::new(GroupId(i as u32)));
        }
        Ok(())
    }

    fn is_valid_end(&self, _: &[u8]) -> bool {
        true
    }
}

impl Labelled for Grid {
    fn holds(&self, _: &[u8], _: ApId, (): &mut ()) -> Result<bool, FaultId> {
        Ok(true)
    }
}

/// An explicit graph, with everything that can go wrong.
#[derive(Clone, Debug)]
pub struct Graph {
    pub initial: Vec<u32>,
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Target and fault code.
    pub edges: Vec<(u32, Option<u32>)>,
    /// Codes of faults without a target.
    pub dead_ends: Vec<u32>,
    pub valid_end: bool,
    pub good: bool,
    pub broken: bool,
    pub interrupt: bool,
}

fn step(group: u32, fault: Option<u32>) -> Step {
    Step { group: GroupId(group), fault: fault.map(FaultId::new) }
}

impl TransitionSystem for Graph {
    type Scratch = ();

    fn scratch(&self) {}

    fn state_len(&self) -> usize {
        4
    }

    fn initial(&self, (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        for node in &self.initial {
            out.push(&node.to_ne_bytes(), Step::INITIAL);
        }
        Ok(())
    }

    fn successors(&self, state: &[u8], (): &mut (), out: &mut Successors) -> Result<(), Interrupt> {
        let node = &self.nodes[word(state) as usize];
        for (i, &(target, fault)) in node.edges.iter().enumerate() {
            out.push(&target.to_ne_bytes(), step(i as u32, fault));
        }
        for &code in &node.dead_ends {
            out.fault_only(step(0, Some(code)));
        }
        if node.interrupt { Err(Interrupt(word(state))) } else { Ok(()) }
    }

    fn is_valid_end(&self, state: &[u8]) -> bool {
        self.nodes[word(state) as usize].valid_end
    }
}

/// Proposition 0: the node is good. It cannot be evaluated at a broken node.
impl Labelled for Graph {
    fn holds(&self, state: &[u8], _: ApId, (): &mut ()) -> Result<bool, FaultId> {
        let node = &self.nodes[word(state) as usize];
        if node.broken { Err(FaultId::new(99)) } else { Ok(node.good) }
    }
}

/// A reproducible random number generator (SplitMix64).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// A random graph of up to 60 nodes; `rare` says how rare violations are.
pub fn random_graph(rng: &mut Rng, rare: u64) -> Graph {
    let size = 1 + rng.below(60);
    let degree = 1 + rng.below(4);
    let mut nodes = Vec::new();
    for _ in 0..size {
        let mut node = Node { good: true, valid_end: rng.one_in(2), ..Node::default() };
        if !rng.one_in(rare) {
            for _ in 0..1 + rng.below(degree) {
                let fault = rng.one_in(rare * 2).then(|| rng.below(5) as u32);
                node.edges.push((rng.below(size) as u32, fault));
            }
        }
        if rng.one_in(rare * 2) {
            node.dead_ends.push(rng.below(5) as u32);
        }
        node.good = !rng.one_in(rare);
        node.broken = rng.one_in(rare * 3);
        nodes.push(node);
    }
    let initial = (0..1 + rng.below(3)).map(|_| rng.below(size) as u32).collect();
    Graph { initial, nodes }
}
