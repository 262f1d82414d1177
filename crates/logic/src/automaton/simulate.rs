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

/// Applies all reductions until nothing changes or `budget` pairs of edges have been compared.
pub(crate) fn reduce(bdd: &mut Bdd, graph: &mut Graph, acceptance: Acceptance, budget: &mut usize) {
    loop {
        let size = (graph.len(), graph.edge_count());
        for marking in [largest_marking, least_marking] {
            marking(graph, acceptance);
            graph.join_edges(bdd);
            let Some(relation) = forward_relation(bdd, graph, budget) else { return };
            drop_edges(bdd, graph, &relation);
            merge(bdd, graph, &relation);
            graph.prune();
            marking(graph, acceptance);
            let Some(relation) = backward_relation(bdd, graph, acceptance, budget) else { return };
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

/// The states with their edges in the direction of a simulation: the state at the other end, and the edge.
type Neighbours = Vec<Vec<(usize, Edge)>>;

/// Shrinks the relation until each edge of a state is answered by edges of the states related to it.
/// States are visited in the given order; few rounds are needed if those on which a state depends come
/// first. `None` if the budget is used up before the relation is final.
fn refine(
    bdd: &mut Bdd,
    mut relation: Relation,
    edges: &Neighbours,
    order: impl Iterator<Item = usize> + Clone,
    budget: &mut usize,
) -> Option<Relation> {
    let n = relation.len();
    loop {
        let mut changed = false;
        for p in order.clone() {
            for q in 0..n {
                if p == q || !relation[p][q] {
                    continue;
                }
                *budget = budget.checked_sub(1 + edges[p].len())?;
                if !edges[p].iter().all(|edge| answered(bdd, edge, &edges[q], &relation, budget)) {
                    relation[p][q] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return Some(relation);
        }
    }
}

/// Can the edge be answered, for each of its letters, by one of the others?
fn answered(
    bdd: &mut Bdd,
    (target, edge): &(usize, Edge),
    others: &[(usize, Edge)],
    relation: &Relation,
    budget: &mut usize,
) -> bool {
    *budget = budget.saturating_sub(others.len());
    let mut open = edge.label;
    for (other_target, other) in others {
        if edge.marks & !other.marks == 0 && relation[*target][*other_target] {
            open = bdd.minus(open, other.label);
            if open == Fun::FALSE {
                return true;
            }
        }
    }
    false
}

/// The smallest state of each class of states that simulate each other.
fn classes(relation: &Relation) -> Vec<usize> {
    let n = relation.len();
    (0..n).map(|p| (0..p).find(|&q| relation[p][q] && relation[q][p]).unwrap_or(p)).collect()
}

/// Which state simulates which.
fn forward_relation(bdd: &mut Bdd, graph: &Graph, budget: &mut usize) -> Option<Relation> {
    let n = graph.len();
    let edges: Neighbours =
        graph.out.iter().map(|edges| edges.iter().map(|e| (e.target, *e)).collect()).collect();
    refine(bdd, vec![vec![true; n]; n], &edges, (0..n).rev(), budget)
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
fn backward_relation(
    bdd: &mut Bdd,
    graph: &Graph,
    acceptance: Acceptance,
    budget: &mut usize,
) -> Option<Relation> {
    let n = graph.len();
    let mut incoming: Neighbours = vec![Vec::new(); n];
    for (state, edges) in graph.out.iter().enumerate() {
        edges.iter().for_each(|e| incoming[e.target].push((state, *e)));
    }
    let marks: Vec<u64> = (0..n).map(|s| graph.state_marks(s)).collect();
    let possible = |p: usize, q: usize| {
        let accepting = acceptance == Acceptance::Edges || marks[p] & !marks[q] == 0;
        accepting && (p != graph.initial || q == graph.initial)
    };
    let relation = (0..n).map(|p| (0..n).map(|q| possible(p, q)).collect()).collect();
    refine(bdd, relation, &incoming, 0..n, budget)
}

/// Merges the states that are related both ways. With state-based acceptance these have the same marks.
fn merge(bdd: &mut Bdd, graph: &mut Graph, relation: &Relation) {
    let class = classes(relation);
    *graph = graph.quotient(bdd, &class);
}
