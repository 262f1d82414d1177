//! The working form of automata inside the translation.
//!
//! A [`Graph`] is a generalised Büchi automaton with acceptance on edges whose labels are functions in a
//! [`Bdd`] that is kept beside it. A run is accepting if it sees edges of each of the `sets` infinitely
//! often. An automaton with *state-based* acceptance is one whose edges carry the marks of the state they
//! leave.

use super::components::{Components, components};
use crate::bdd::{Bdd, Fun, QuickMap};

/// Acceptance sets, one bit for each.
pub(crate) type Marks = u64;

/// The marks of all of the first `sets` sets.
pub(crate) fn all_marks(sets: u32) -> Marks {
    if sets >= Marks::BITS { Marks::MAX } else { (1 << sets) - 1 }
}

/// An edge of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Edge {
    /// For which letters.
    pub label: Fun,
    /// Where it leads.
    pub target: usize,
    /// The acceptance sets it is in.
    pub marks: Marks,
}

/// A generalised Büchi automaton with one initial state.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// The number of acceptance sets.
    pub sets: u32,
    /// Where runs begin.
    pub initial: usize,
    /// The edges that leave each state.
    pub out: Vec<Vec<Edge>>,
}

impl Graph {
    /// The automaton that accepts nothing.
    pub fn nothing() -> Graph {
        Graph { sets: 0, initial: 0, out: vec![Vec::new()] }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }

    /// The marks of all sets.
    pub fn all_marks(&self) -> Marks {
        all_marks(self.sets)
    }

    /// The marks that all edges of a state share; what acceptance of the state means if it is state-based.
    pub fn state_marks(&self, state: usize) -> Marks {
        let edges = &self.out[state];
        if edges.is_empty() { 0 } else { edges.iter().fold(Marks::MAX, |all, e| all & e.marks) }
    }

    /// The strongly connected components of the edges that satisfy `test`.
    pub fn components_of(&self, test: impl Fn(usize, &Edge) -> bool) -> Components {
        let adjacency: Vec<Vec<usize>> = (self.out.iter().enumerate())
            .map(|(s, edges)| edges.iter().filter(|e| test(s, e)).map(|e| e.target).collect())
            .collect();
        components(&adjacency)
    }

    /// The strongly connected components.
    pub fn components(&self) -> Components {
        self.components_of(|_, _| true)
    }

    /// For each component, whether a cycle inside it is accepting.
    pub fn accepting_components(&self, components: &Components) -> Vec<bool> {
        let mut seen = vec![None; components.count];
        for (state, edges) in self.out.iter().enumerate() {
            let here = components.of[state];
            for edge in edges.iter().filter(|e| components.of[e.target] == here) {
                seen[here] = Some(seen[here].unwrap_or(0) | edge.marks);
            }
        }
        seen.into_iter().map(|marks| marks == Some(self.all_marks())).collect()
    }

    /// Joins the labels of edges that agree in all else, and drops edges that can never be taken.
    pub fn join_edges(&mut self, bdd: &mut Bdd) {
        for edges in &mut self.out {
            let mut index: QuickMap<(usize, Marks), usize> = QuickMap::default();
            let mut joined: Vec<Edge> = Vec::with_capacity(edges.len());
            for edge in edges.drain(..).filter(|e| e.label != Fun::FALSE) {
                let at = *index.entry((edge.target, edge.marks)).or_insert(joined.len());
                match joined.get_mut(at) {
                    Some(other) => other.label = bdd.or(other.label, edge.label),
                    None => joined.push(edge),
                }
            }
            *edges = joined;
        }
    }

    /// Drops the states from which no accepting run starts, and those that cannot be reached.
    pub fn prune(&mut self) {
        let components = self.components();
        let accepting = self.accepting_components(&components);
        // Components are numbered such that edges lead to the same or a smaller number.
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&s| components.of[s]);
        let mut useful = accepting;
        for &state in &order {
            let here = components.of[state];
            if self.out[state].iter().any(|e| useful[components.of[e.target]]) {
                useful[here] = true;
            }
        }
        if !useful[components.of[self.initial]] {
            *self = Graph::nothing();
            return;
        }
        for edges in &mut self.out {
            edges.retain(|e| useful[components.of[e.target]]);
        }
        self.keep_reachable();
    }

    /// Drops the states that cannot be reached and numbers the others in breadth-first order.
    pub fn keep_reachable(&mut self) {
        let mut number = vec![usize::MAX; self.len()];
        let mut order = vec![self.initial];
        number[self.initial] = 0;
        let mut next = 0;
        while next < order.len() {
            for edge in &self.out[order[next]] {
                if number[edge.target] == usize::MAX {
                    number[edge.target] = order.len();
                    order.push(edge.target);
                }
            }
            next += 1;
        }
        let mut out: Vec<Vec<Edge>> =
            order.iter().map(|&s| std::mem::take(&mut self.out[s])).collect();
        for edge in out.iter_mut().flatten() {
            edge.target = number[edge.target];
        }
        self.out = out;
        self.initial = 0;
    }

    /// The automaton in which each state is replaced by its class; classes need not be numbered densely.
    /// The language can only grow.
    pub fn quotient(&self, bdd: &mut Bdd, class: &[usize]) -> Graph {
        let mut out = vec![Vec::new(); self.len()];
        for (state, edges) in self.out.iter().enumerate() {
            out[class[state]].extend(edges.iter().map(|e| Edge { target: class[e.target], ..*e }));
        }
        let mut graph = Graph { sets: self.sets, initial: class[self.initial], out };
        graph.join_edges(bdd);
        graph.keep_reachable();
        graph
    }

    /// Is there at most one run for each word?
    pub fn is_deterministic(&self, bdd: &mut Bdd) -> bool {
        self.out.iter().all(|edges| {
            let mut seen = Fun::FALSE;
            edges.iter().all(|edge| {
                let fresh = !bdd.intersects(seen, edge.label);
                seen = bdd.or(seen, edge.label);
                fresh
            })
        })
    }
}
