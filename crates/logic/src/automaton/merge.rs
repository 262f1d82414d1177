//! Merging states by trial.
//!
//! *Idea:* merging two states never loses a word. So it is right as soon as it gains none, and that can be
//! checked exactly: the automaton after the merge must have no word in common with the automaton of the
//! negated formula. Simulation finds most such pairs quickly; this finds the others.
//! *Source:* our own; the check is the usual one for inclusion.
//! *Requires:* an automaton for the complement. *Guarantees:* the language stays, and no further single
//! pair can be merged. *Cost:* pairs × product, so that the caller limits it to small automata.

use super::emptiness::disjoint;
use super::graph::Graph;
use super::simulate::Acceptance;
use crate::bdd::Bdd;

/// Merges pairs of states while the language, whose complement is that of `negation`, stays.
/// Tells whether anything was merged.
pub(crate) fn merge_by_trial(
    bdd: &mut Bdd,
    graph: &mut Graph,
    negation: &Graph,
    acceptance: Acceptance,
) -> bool {
    let mut merged = false;
    'again: loop {
        for p in 0..graph.len() {
            for q in p + 1..graph.len() {
                let candidate = merge_pair(bdd, graph, p, q, acceptance);
                if disjoint(bdd, &candidate, negation) {
                    *graph = candidate;
                    merged = true;
                    continue 'again;
                }
            }
        }
        return merged;
    }
}

fn merge_pair(bdd: &mut Bdd, graph: &Graph, p: usize, q: usize, acceptance: Acceptance) -> Graph {
    let class: Vec<usize> = (0..graph.len()).map(|s| if s == q { p } else { s }).collect();
    if acceptance == Acceptance::Edges {
        return graph.quotient(bdd, &class);
    }
    let mut graph = graph.clone();
    let marks = graph.state_marks(p) | graph.state_marks(q);
    for state in [p, q] {
        graph.out[state].iter_mut().for_each(|e| e.marks = marks);
    }
    graph.quotient(bdd, &class)
}
