//! Reduction by simulation.
//!
//! *Idea:* state `q` simulates `p` if each edge of `p` can be answered by edges of `q` with the same letters,
//! at least the same marks and simulating targets. States that simulate each other are merged, and an
//! edge is dropped for the letters for which a better one exists. The same with edges reversed.
//! *Source:* Etessami and Holzmann (CONCUR 2000) and Somenzi and Bloem (CAV 2000) for direct and reverse
//! simulation; Babiak et al. (SPIN 2013) for transition-based acceptance.
//! *Where we differ:* one edge may be answered by several, letter by letter. Marks that do not matter are once
//! all taken away and once all set ([`acceptance`](super::acceptance)), since either can make more states
//! similar. (Counting few marks on the simulated side and many on the other would find more still, but that
//! relation is not transitive, and merging by it is wrong.)
//! *Guarantees:* the language stays; state-based acceptance stays state-based.
//! *Cost:* states² × edges² per round, few rounds.

use super::acceptance::{
    clear_useless, clear_useless_states, fill_states, largest_marks, set_marks,
};
use super::graph::{Edge, Graph};
use crate::bdd::{Bdd, Fun};

/// Where acceptance is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Acceptance {
    /// On edges.
    Edges,
    /// On states, for one set: all edges of a state have the same mark, and must keep it so.
    States,
}

/// Applies all reductions until nothing changes.
pub(crate) fn reduce(bdd: &mut Bdd, graph: &mut Graph, acceptance: Acceptance) {
    loop {
        let size = (graph.len(), graph.edge_count());
        for marking in [largest_marking, least_marking] {
            marking(graph, acceptance);
            graph.join_edges(bdd);
            let relation = forward_relation(bdd, graph);
            drop_edges(bdd, graph, &relation);
            merge(bdd, graph, &relation);
            graph.prune();
            marking(graph, acceptance);
            let relation = backward_relation(bdd, graph, acceptance);
            merge(bdd, graph, &relation);
            graph.prune();
        }
        if (graph.len(), graph.edge_count()) == size {
            return;
        }
    }
}

/// Sets all marks that do not matter.
fn largest_marking(graph: &mut Graph, acceptance: Acceptance) {
    match acceptance {
        Acceptance::Edges => set_marks(graph, &largest_marks(graph)),
        Acceptance::States => fill_states(graph),
    }
}

/// Takes away marks that do not matter.
fn least_marking(graph: &mut Graph, acceptance: Acceptance) {
    match acceptance {
        Acceptance::Edges => clear_useless(graph),
        Acceptance::States => clear_useless_states(graph),
    }
}

/// `relation[p][q]`: does `q` simulate `p`?
type Relation = Vec<Vec<bool>>;

/// Shrinks the relation until `step` confirms each pair.
fn refine(relation: &mut Relation, mut step: impl FnMut(&Relation, usize, usize) -> bool) {
    let n = relation.len();
    loop {
        let mut changed = false;
        for p in 0..n {
            for q in 0..n {
                if p != q && relation[p][q] && !step(relation, p, q) {
                    relation[p][q] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// The smallest state of each class of states that simulate each other.
fn classes(relation: &Relation) -> Vec<usize> {
    let n = relation.len();
    (0..n).map(|p| (0..p).find(|&q| relation[p][q] && relation[q][p]).unwrap_or(p)).collect()
}

/// Which state simulates which.
fn forward_relation(bdd: &mut Bdd, graph: &Graph) -> Relation {
    let mut relation = vec![vec![true; graph.len()]; graph.len()];
    refine(&mut relation, |relation, p, q| {
        graph.out[p].iter().all(|e| {
            let mut open = e.label;
            for f in &graph.out[q] {
                if e.marks & !f.marks == 0 && relation[e.target][f.target] {
                    open = bdd.minus(open, f.label);
                }
                if open == Fun::FALSE {
                    break;
                }
            }
            open == Fun::FALSE
        })
    });
    relation
}

/// Drops each edge for the letters for which another edge of the same state is better.
fn drop_edges(bdd: &mut Bdd, graph: &mut Graph, relation: &Relation) {
    let better = |e: &Edge, f: &Edge| e.marks & !f.marks == 0 && relation[e.target][f.target];
    for edges in &mut graph.out {
        for i in 0..edges.len() {
            for j in 0..edges.len() {
                let (e, f) = (edges[i], edges[j]);
                if i != j && better(&e, &f) && (i > j || !better(&f, &e)) {
                    edges[i].label = bdd.minus(e.label, f.label);
                }
            }
        }
        edges.retain(|e| e.label != Fun::FALSE);
    }
}

/// Which state is reached by all the paths that reach another one.
fn backward_relation(bdd: &mut Bdd, graph: &Graph, acceptance: Acceptance) -> Relation {
    let n = graph.len();
    let mut incoming: Vec<Vec<(usize, Edge)>> = vec![Vec::new(); n];
    for (state, edges) in graph.out.iter().enumerate() {
        edges.iter().for_each(|e| incoming[e.target].push((state, *e)));
    }
    let possible = |p: usize, q: usize| {
        let accepting =
            acceptance == Acceptance::Edges || graph.state_marks(p) & !graph.state_marks(q) == 0;
        accepting && (p != graph.initial || q == graph.initial)
    };
    let mut relation: Relation = (0..n).map(|p| (0..n).map(|q| possible(p, q)).collect()).collect();
    refine(&mut relation, |relation, p, q| {
        incoming[p].iter().all(|(s, e)| {
            let mut open = e.label;
            for (t, f) in &incoming[q] {
                if e.marks & !f.marks == 0 && relation[*s][*t] {
                    open = bdd.minus(open, f.label);
                }
            }
            open == Fun::FALSE
        })
    });
    relation
}

/// Merges the states that are related both ways. With state-based acceptance these have the same marks.
fn merge(bdd: &mut Bdd, graph: &mut Graph, relation: &Relation) {
    let class = classes(relation);
    *graph = graph.quotient(bdd, &class);
}
