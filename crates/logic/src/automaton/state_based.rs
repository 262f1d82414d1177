//! From acceptance on edges to acceptance on states, for one set.
//!
//! *Idea:* a state on no rejecting cycle can be accepting as it is. Marks that are still needed then, because
//! an accepting cycle avoids all such states, are moved to their targets, which are split in two: one copy
//! for marked and one for other edges.
//! *Source:* the split is folklore; looking for the states that need none is our own.
//! *Guarantees:* the language stays; acceptance is state-based. *Cost:* at most twice the states.

use super::acceptance::clear_useless;
use super::graph::{Edge, Graph, Marks};
use crate::bdd::{Bdd, QuickMap};

/// Which copy of a split state a component is entered through. Both are right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// The rejecting one.
    Rejecting,
    /// The accepting one.
    Accepting,
}

/// The automaton with its acceptance set on states.
pub(crate) fn to_states(bdd: &mut Bdd, graph: &Graph, entry: Entry) -> Graph {
    let mut graph = graph.clone();
    clear_useless(&mut graph);
    let all = graph.all_marks();
    let parts = graph.components();
    let accepting = graph.accepting_components(&parts);
    // States on no rejecting cycle.
    let rejecting = graph.components_of(|_, e| e.marks != all);
    let free: Vec<bool> = (0..graph.len())
        .map(|s| {
            let loops = |e: &Edge| e.marks != all && rejecting.of[e.target] == rejecting.of[s];
            accepting[parts.of[s]] && !graph.out[s].iter().any(loops)
        })
        .collect();
    // Marks on cycles through the other states alone.
    let others = graph.components_of(|s, e| !free[s] && !free[e.target]);
    let inside =
        |s: usize, e: &Edge| !free[s] && !free[e.target] && others.of[s] == others.of[e.target];
    let split = split_states(&graph, inside);
    let moved = |s: usize, e: &Edge| inside(s, e) && e.marks == all && split[e.target];
    let enter = |s: usize| (s, free[s] || (split[s] && entry == Entry::Accepting));
    let mut number: QuickMap<(usize, bool), usize> = QuickMap::default();
    number.insert(enter(graph.initial), 0);
    let mut states = vec![enter(graph.initial)];
    let mut out: Vec<Vec<Edge>> = Vec::new();
    while let Some(&(state, accepts)) = states.get(out.len()) {
        let mut edges = Vec::new();
        for edge in &graph.out[state] {
            let copy = if parts.of[edge.target] == parts.of[state] {
                (edge.target, free[edge.target] || moved(state, edge))
            } else {
                enter(edge.target)
            };
            let target = *number.entry(copy).or_insert_with(|| {
                states.push(copy);
                states.len() - 1
            });
            edges.push(Edge { label: edge.label, target, marks: Marks::from(accepts) });
        }
        out.push(edges);
    }
    let mut result = Graph { sets: 1, initial: 0, out };
    result.join_edges(bdd);
    result
}

/// A set of states, none of them superfluous, such that each accepting cycle of edges that are `inside` has
/// a marked edge into one of them.
fn split_states(graph: &Graph, inside: impl Fn(usize, &Edge) -> bool) -> Vec<bool> {
    let all = graph.all_marks();
    let mut split = vec![false; graph.len()];
    for (state, edges) in graph.out.iter().enumerate() {
        edges
            .iter()
            .filter(|e| inside(state, e) && e.marks == all)
            .for_each(|e| split[e.target] = true);
    }
    for state in 0..graph.len() {
        if !std::mem::replace(&mut split[state], false) {
            continue;
        }
        // Is there an accepting cycle that now seems to be rejecting?
        let remaining = |s: usize, e: &Edge| inside(s, e) && !(e.marks == all && split[e.target]);
        let parts = graph.components_of(remaining);
        let lost = |s: usize, e: &Edge| {
            remaining(s, e) && e.marks == all && parts.of[s] == parts.of[e.target]
        };
        split[state] = (0..graph.len()).any(|s| graph.out[s].iter().any(|e| lost(s, e)));
    }
    split
}
