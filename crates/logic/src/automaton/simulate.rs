//! Reduction by simulation.
//!
//! *Idea:* state `q` simulates `p` if each edge of `p` can be answered by edges of `q` with the same letters,
//! at least the same marks and simulating targets. States that simulate each other are merged, and an
//! edge is dropped for the letters for which a better one exists. The same with edges reversed.
//! *Source:* Etessami and Holzmann (CONCUR 2000) and Somenzi and Bloem (CAV 2000) for direct and reverse
//! simulation; Babiak et al. (SPIN 2013) for transition-based acceptance.
//! *Where we differ:* one edge may be answered by several, letter by letter. The simulated side counts the
//! marks it has, the simulating side all marks it *could* have ([`largest_marks`]); both describe the same
//! language, so that more states are found similar.
//! *Guarantees:* the language stays; state-based acceptance stays state-based.
//! *Cost:* states² × edges² per round, few rounds.

use super::acceptance::{clear_useless, clear_useless_states, largest_marks};
use super::graph::{Edge, Graph, Marks};
use crate::bdd::{Bdd, Fun};

/// Where acceptance is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Acceptance {
    /// On edges.
    Edges,
    /// On states: all edges of a state have the same marks, and must keep them.
    States,
}

/// Applies both reductions until nothing changes.
pub(crate) fn reduce(bdd: &mut Bdd, graph: &mut Graph, acceptance: Acceptance) {
    loop {
        let size = (graph.len(), graph.edge_count());
        match acceptance {
            Acceptance::Edges => clear_useless(graph),
            Acceptance::States => clear_useless_states(graph),
        }
        merge_forward(bdd, graph, acceptance);
        drop_edges(bdd, graph, acceptance);
        graph.prune();
        merge_backward(bdd, graph, acceptance);
        graph.prune();
        if (graph.len(), graph.edge_count()) == size {
            return;
        }
    }
}

/// The marks each edge is worth when it has to be answered, and when it answers.
struct Worth {
    asked: Vec<Vec<Marks>>,
    given: Vec<Vec<Marks>>,
}

fn worth(graph: &Graph, acceptance: Acceptance) -> Worth {
    let own = |s: usize| graph.out[s].iter().map(|e| e.marks).collect::<Vec<_>>();
    let asked: Vec<Vec<Marks>> = (0..graph.len()).map(own).collect();
    if acceptance == Acceptance::Edges {
        return Worth { asked, given: largest_marks(graph) };
    }
    // A state on no cycle is as good as accepting when it answers.
    let parts = graph.components();
    let cyclic = |s: usize| graph.out[s].iter().any(|e| parts.of[e.target] == parts.of[s]);
    let given = (0..graph.len())
        .map(|s| if cyclic(s) { asked[s].clone() } else { vec![graph.all_marks(); asked[s].len()] })
        .collect();
    Worth { asked, given }
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
    (0..n)
        .map(|p| (0..p).find(|&q| relation[p][q] && relation[q][p]).unwrap_or(p))
        .collect()
}

/// Which state simulates which, when edges are worth so much.
fn forward_relation(bdd: &mut Bdd, graph: &Graph, worth: &Worth) -> Relation {
    let mut relation = vec![vec![true; graph.len()]; graph.len()];
    refine(&mut relation, |relation, p, q| {
        graph.out[p].iter().zip(&worth.asked[p]).all(|(e, asked)| {
            let mut open = e.label;
            for (f, given) in graph.out[q].iter().zip(&worth.given[q]) {
                if asked & !given == 0 && relation[e.target][f.target] {
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

fn merge_forward(bdd: &mut Bdd, graph: &mut Graph, acceptance: Acceptance) {
    let worth = worth(graph, acceptance);
    let relation = forward_relation(bdd, graph, &worth);
    merge(bdd, graph, &relation, acceptance);
}

/// Drops each edge for the letters for which another edge of the same state is better. Here both sides
/// must count the same marks: a dropped edge may have to be replaced again and again along a run.
fn drop_edges(bdd: &mut Bdd, graph: &mut Graph, acceptance: Acceptance) {
    let Worth { given, .. } = worth(graph, acceptance);
    let relation = forward_relation(bdd, graph, &Worth { asked: given.clone(), given: given.clone() });
    for (state, edges) in graph.out.iter_mut().enumerate() {
        let marks = &given[state];
        for i in 0..edges.len() {
            for j in 0..edges.len() {
                let better = |i: usize, j: usize, edges: &[Edge]| {
                    marks[i] & !marks[j] == 0 && relation[edges[i].target][edges[j].target]
                };
                if i != j && better(i, j, edges) && (i > j || !better(j, i, edges)) {
                    edges[i].label = bdd.minus(edges[i].label, edges[j].label);
                }
            }
        }
        edges.retain(|e| e.label != Fun::FALSE);
    }
}

fn merge_backward(bdd: &mut Bdd, graph: &mut Graph, acceptance: Acceptance) {
    let worth = worth(graph, acceptance);
    let n = graph.len();
    let mut incoming: Vec<Vec<(usize, usize)>> = vec![Vec::new(); n];
    for (state, edges) in graph.out.iter().enumerate() {
        edges.iter().enumerate().for_each(|(i, e)| incoming[e.target].push((state, i)));
    }
    let mut relation = vec![vec![true; n]; n];
    if acceptance == Acceptance::States {
        for p in 0..n {
            for q in 0..n {
                relation[p][q] = graph.state_marks(p) & !graph.state_marks(q) == 0;
            }
        }
    }
    relation.iter_mut().enumerate().for_each(|(p, row)| {
        (0..n).for_each(|q| row[q] &= p != graph.initial || q == graph.initial);
    });
    refine(&mut relation, |relation, p, q| {
        incoming[p].iter().all(|&(s, i)| {
            let mut open = graph.out[s][i].label;
            for &(t, j) in &incoming[q] {
                if worth.asked[s][i] & !worth.given[t][j] == 0 && relation[s][t] {
                    open = bdd.minus(open, graph.out[t][j].label);
                }
            }
            open == Fun::FALSE
        })
    });
    merge(bdd, graph, &relation, acceptance);
}

/// Merges the states that are related both ways.
fn merge(bdd: &mut Bdd, graph: &mut Graph, relation: &Relation, acceptance: Acceptance) {
    let class = classes(relation);
    let mut accepting: Vec<Marks> = vec![0; graph.len()];
    if acceptance == Acceptance::States {
        (0..graph.len()).for_each(|s| accepting[class[s]] |= graph.state_marks(s));
        for (state, edges) in graph.out.iter_mut().enumerate() {
            edges.iter_mut().for_each(|e| e.marks = accepting[class[state]]);
        }
    }
    *graph = graph.quotient(bdd, &class);
}
