//! ω-automata with (generalised) Büchi acceptance.
//!
//! An [`Automaton`] is finished, plain data: states, edges labelled with sets of letters, and acceptance sets
//! on edges. A run is accepting if it takes edges of every set infinitely often. With *state-based*
//! acceptance all edges of a state are in the same sets, and the state is called accepting if these are all.

mod acceptance;
mod components;
mod degeneralize;
mod dot;
mod emptiness;
mod graph;
mod label;
mod merge;
mod never;
mod obligation;
mod simulate;
mod state_based;
mod stutter;
mod tableau;
mod translate;

use std::sync::Arc;

use crate::bdd::Bdd;
use crate::semantics::Lasso;
pub use label::{Cube, Label, LabelSymbols};
pub use stutter::is_stutter_invariant;
pub use translate::{Acceptance, Effort, Options, TranslateError, translate};

/// An edge of an [`Automaton`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// For which letters it can be taken.
    pub label: Label,
    /// Where it leads.
    pub target: usize,
    /// The acceptance sets it is in, one bit each.
    pub marks: u64,
}

/// A generalised Büchi automaton over at most 64 propositions with at most 64 acceptance sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    atoms: Vec<Arc<str>>,
    sets: u32,
    initial: usize,
    edges: Vec<Vec<Edge>>,
}

impl Automaton {
    /// Puts an automaton together. `None` if a state, proposition or set is used that does not exist, or
    /// if there are more than 64 propositions or acceptance sets.
    pub fn new(
        atoms: Vec<Arc<str>>,
        sets: u32,
        initial: usize,
        edges: Vec<Vec<Edge>>,
    ) -> Option<Automaton> {
        let fits = |used: u64, count: usize| count >= 64 || used >> count == 0;
        let right = |e: &Edge| {
            e.target < edges.len()
                && fits(e.marks, sets as usize)
                && fits(e.label.support(), atoms.len())
        };
        let valid = atoms.len() <= 64
            && sets <= 64
            && initial < edges.len()
            && edges.iter().flatten().all(right);
        valid.then_some(Automaton { atoms, sets, initial, edges })
    }

    /// The texts of the propositions, by number.
    pub fn atoms(&self) -> &[Arc<str>] {
        &self.atoms
    }

    /// The number of states; they are numbered from 0.
    pub fn states(&self) -> usize {
        self.edges.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The number of acceptance sets; without any, every infinite run is accepting.
    pub fn acceptance_sets(&self) -> u32 {
        self.sets
    }

    /// The state in which runs begin.
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// The edges that leave a state.
    pub fn edges(&self, state: usize) -> &[Edge] {
        &self.edges[state]
    }

    /// The marks of all acceptance sets.
    pub fn all_marks(&self) -> u64 {
        graph::all_marks(self.sets)
    }

    /// Are all edges of a state in the same acceptance sets, for each state?
    pub fn is_state_based(&self) -> bool {
        self.edges.iter().all(|edges| edges.windows(2).all(|pair| pair[0].marks == pair[1].marks))
    }

    /// Are all edges of the state in all acceptance sets? With state-based acceptance, this is what it
    /// means for a state to be accepting.
    pub fn is_accepting(&self, state: usize) -> bool {
        let all = self.all_marks();
        !self.edges[state].is_empty() && self.edges[state].iter().all(|e| e.marks == all)
    }

    /// Is there at most one run for each word?
    pub fn is_deterministic(&self) -> bool {
        let (mut bdd, graph) = self.lifted();
        graph.is_deterministic(&mut bdd)
    }

    /// Does every infinite word have a run?
    pub fn is_complete(&self) -> bool {
        let (mut bdd, graph) = self.lifted();
        graph.out.iter().all(|edges| {
            let all = edges.iter().fold(crate::bdd::Fun::FALSE, |f, e| bdd.or(f, e.label));
            all == crate::bdd::Fun::TRUE
        })
    }

    /// Does every strongly connected component accept all of its cycles or none?
    pub fn is_weak(&self) -> bool {
        let (_, graph) = self.lifted();
        let parts = graph.components();
        let accepting = graph.accepting_components(&parts);
        let marks = acceptance::largest_marks(&graph);
        let all = graph.all_marks();
        (0..graph.len()).all(|s| {
            let inside = |e: &graph::Edge| parts.of[e.target] == parts.of[s];
            !accepting[parts.of[s]]
                || graph.out[s].iter().zip(&marks[s]).all(|(e, m)| !inside(e) || *m == all)
        })
    }

    /// Is it weak, and does each accepting component accept every word? Then a violation of the negated
    /// formula is seen when an accepting state is reached.
    pub fn is_terminal(&self) -> bool {
        let (mut bdd, graph) = self.lifted();
        let parts = graph.components();
        let accepting = graph.accepting_components(&parts);
        self.is_weak()
            && (0..graph.len()).filter(|&s| accepting[parts.of[s]]).all(|s| {
                let inside = graph.out[s].iter().filter(|e| parts.of[e.target] == parts.of[s]);
                let all = inside.fold(crate::bdd::Fun::FALSE, |f, e| bdd.or(f, e.label));
                all == crate::bdd::Fun::TRUE
            })
    }

    /// A word that is accepted, as sets of propositions (one bit each); `None` if there is none.
    pub fn accepted_word(&self) -> Option<Lasso<u64>> {
        let (mut bdd, graph) = self.lifted();
        let run = emptiness::witness(&graph)?;
        let mut letter = |&label: &crate::bdd::Fun| {
            let product = bdd.cubes(label).into_iter().next().unwrap_or_default();
            product.into_iter().filter(|(_, value)| *value).fold(0, |l, (var, _)| l | 1 << var)
        };
        let prefix = run.prefix.iter().map(&mut letter).collect();
        Some(Lasso { prefix, cycle: run.cycle.iter().map(&mut letter).collect() })
    }

    /// Is no word accepted?
    pub fn is_empty(&self) -> bool {
        emptiness::witness(&self.lifted().1).is_none()
    }

    /// Is the word accepted? Letters are sets of propositions, one bit each.
    pub fn accepts(&self, word: &Lasso<u64>) -> bool {
        // The product with the word: positions of the lasso × states.
        let n = word.len();
        if word.cycle.is_empty() {
            return false;
        }
        let out = (0..n * self.states()).map(|node| {
            let (position, state) = (node / self.states(), node % self.states());
            let next = if position + 1 < n { position + 1 } else { word.loop_start() };
            let letter = *word.letter(position);
            let taken = self.edges[state].iter().filter(|e| e.label.matches(letter));
            taken
                .map(|e| graph::Edge {
                    label: crate::bdd::Fun::TRUE,
                    target: next * self.states() + e.target,
                    marks: e.marks,
                })
                .collect()
        });
        let graph = graph::Graph { sets: self.sets, initial: self.initial, out: out.collect() };
        emptiness::witness(&graph).is_some()
    }

    /// The automaton of the words that both accept; `None` if it would need more than 64 propositions or
    /// acceptance sets.
    pub fn product(&self, other: &Automaton) -> Option<Automaton> {
        let mut atoms = self.atoms.clone();
        for atom in &other.atoms {
            if !atoms.contains(atom) {
                atoms.push(atom.clone());
            }
        }
        if atoms.len() > 64 {
            return None;
        }
        let mut bdd = Bdd::new();
        let a = self.lift(&mut bdd, &atoms);
        let b = other.lift(&mut bdd, &atoms);
        let mut graph = emptiness::product(&mut bdd, &a, &b)?;
        graph.prune();
        Some(Automaton::lower(&mut bdd, &graph, atoms))
    }

    /// A smaller automaton: without useless states and redundant acceptance sets, reduced by simulation.
    /// Plain state-based acceptance stays so.
    pub fn reduced(&self) -> Automaton {
        let (mut bdd, mut graph) = self.lifted();
        let kind = match self.sets == 1 && self.is_state_based() {
            true => simulate::Acceptance::States,
            false => simulate::Acceptance::Edges,
        };
        graph.prune();
        if kind == simulate::Acceptance::Edges {
            acceptance::drop_redundant_sets(&mut graph);
        }
        simulate::reduce(&mut bdd, &mut graph, kind);
        Automaton::lower(&mut bdd, &graph, self.atoms.clone())
    }

    /// An equivalent automaton with one acceptance set on states.
    pub fn to_state_based_buchi(&self) -> Automaton {
        if self.sets == 1 && self.is_state_based() {
            return self.clone();
        }
        let (mut bdd, graph) = self.lifted();
        let graph = degeneralize::degeneralize(&mut bdd, &graph, 0, degeneralize::Wrap::First);
        let mut graph = state_based::to_states(&mut bdd, &graph, state_based::Entry::Accepting);
        graph.keep_reachable();
        Automaton::lower(&mut bdd, &graph, self.atoms.clone())
    }

    /// The working form, with its own store of functions.
    fn lifted(&self) -> (Bdd, graph::Graph) {
        let mut bdd = Bdd::new();
        let graph = self.lift(&mut bdd, &self.atoms);
        (bdd, graph)
    }

    /// The working form over the given list of propositions, which contains all of this automaton's.
    fn lift(&self, bdd: &mut Bdd, atoms: &[Arc<str>]) -> graph::Graph {
        let place = |atom: &Arc<str>| atoms.iter().position(|a| a == atom).unwrap_or(0);
        let places: Vec<usize> = self.atoms.iter().map(place).collect();
        let moved = |bits: u64| {
            let used = (0..64).filter(|i| bits >> i & 1 == 1);
            used.fold(0, |out, i| out | 1 << places[i])
        };
        let mut lift_edge = |e: &Edge| {
            let cubes = e.label.cubes().iter();
            let cubes =
                cubes.map(|c| Cube { positive: moved(c.positive), negative: moved(c.negative) });
            let label = Label::new(cubes.collect()).to_function(bdd);
            graph::Edge { label, target: e.target, marks: e.marks }
        };
        let out = self.edges.iter().map(|edges| edges.iter().map(&mut lift_edge).collect());
        graph::Graph { sets: self.sets, initial: self.initial, out: out.collect() }
    }

    /// The finished form of a graph.
    fn lower(bdd: &mut Bdd, graph: &graph::Graph, atoms: Vec<Arc<str>>) -> Automaton {
        let mut lower_edge = |e: &graph::Edge| Edge {
            label: Label::from_function(bdd, e.label),
            target: e.target,
            marks: e.marks,
        };
        let edges = graph.out.iter().map(|edges| edges.iter().map(&mut lower_edge).collect());
        Automaton { atoms, sets: graph.sets, initial: graph.initial, edges: edges.collect() }
    }
}
