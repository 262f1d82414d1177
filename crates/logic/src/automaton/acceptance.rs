//! Which edges are marked, without changing the language.
//!
//! *Idea:* marks matter only on cycles. An edge that no cycle uses, or only cycles that are rejected anyway,
//! needs no mark; an edge all of whose cycles pass the set elsewhere may be marked as well. A set that is
//! visited whenever another one is can be dropped.
//! *Source:* Babiak, Badie, Duret-Lutz, Křetínský, Strejček, *Compositional approach to suspension and
//! other improvements to LTL translation* (SPIN 2013) for the simplification of acceptance; the rest is
//! the definition.
//! *Guarantees:* the language stays. *Cost:* sets × linear.

use super::graph::{Edge, Graph, Marks};

/// Takes marks from edges where they are useless.
pub(crate) fn clear_useless(graph: &mut Graph) {
    let parts = graph.components();
    let accepting = graph.accepting_components(&parts);
    for (state, edges) in graph.out.iter_mut().enumerate() {
        let here = parts.of[state];
        for edge in edges.iter_mut().filter(|e| parts.of[e.target] != here || !accepting[here]) {
            edge.marks = 0;
        }
    }
}

/// Makes states that are on no accepting cycle rejecting; acceptance stays state-based.
pub(crate) fn clear_useless_states(graph: &mut Graph) {
    let parts = graph.components();
    let accepting = graph.accepting_components(&parts);
    for (state, edges) in graph.out.iter_mut().enumerate() {
        if !accepting[parts.of[state]] {
            edges.iter_mut().for_each(|edge| edge.marks = 0);
        }
    }
}

/// For each edge, all marks that it may carry: those it has, and those that each cycle through it visits.
/// Edges on no cycle may carry all.
pub(crate) fn largest_marks(graph: &Graph) -> Vec<Vec<Marks>> {
    let mut marks: Vec<Vec<Marks>> =
        graph.out.iter().map(|edges| edges.iter().map(|e| e.marks).collect()).collect();
    let parts = graph.components();
    for set in 0..graph.sets {
        let bit = 1 << set;
        // What is on a cycle that avoids the set must stay as it is.
        let avoiding = graph.components_of(|_, e| e.marks & bit == 0);
        for (state, edges) in graph.out.iter().enumerate() {
            for (i, edge) in edges.iter().enumerate() {
                let cyclic = avoiding.of[state] == avoiding.of[edge.target];
                if !cyclic || parts.of[state] != parts.of[edge.target] {
                    marks[state][i] |= bit;
                }
            }
        }
    }
    marks
}

/// Gives each edge the marks at its place.
pub(crate) fn set_marks(graph: &mut Graph, marks: &[Vec<Marks>]) {
    for (edges, marks) in graph.out.iter_mut().zip(marks) {
        edges.iter_mut().zip(marks).for_each(|(edge, marks)| edge.marks = *marks);
    }
}

/// Makes states accepting if each cycle through them passes an accepting state. For one set, on states.
pub(crate) fn fill_states(graph: &mut Graph) {
    let rejecting: Vec<bool> = (0..graph.len()).map(|s| graph.state_marks(s) == 0).collect();
    let inside = |s: usize, target: usize| rejecting[s] && rejecting[target];
    let parts = graph.components_of(|s, e| inside(s, e.target));
    for (state, edges) in graph.out.iter_mut().enumerate() {
        let avoids = |e: &Edge| inside(state, e.target) && parts.of[e.target] == parts.of[state];
        let loops = edges.iter().any(avoids);
        if !loops {
            edges.iter_mut().for_each(|e| e.marks = 1);
        }
    }
}

/// Drops acceptance sets that follow from others in each component.
pub(crate) fn drop_redundant_sets(graph: &mut Graph) {
    clear_useless(graph);
    let parts = graph.components();
    let accepting = graph.accepting_components(&parts);
    let largest = largest_marks(graph);
    // `follows[c][i]`: the sets that are visited whenever set `i` is, in component `c`.
    let all = graph.all_marks();
    let mut follows = vec![vec![all; graph.sets as usize]; parts.count];
    let mut full = vec![all; parts.count];
    for (state, edges) in graph.out.iter().enumerate() {
        let here = parts.of[state];
        for (i, edge) in edges.iter().enumerate() {
            if parts.of[edge.target] != here || !accepting[here] {
                continue;
            }
            full[here] &= largest[state][i];
            for set in (0..graph.sets).filter(|set| edge.marks >> set & 1 == 1) {
                follows[here][set as usize] &= largest[state][i];
            }
        }
    }
    let mut kept = all;
    for set in (0..graph.sets).rev() {
        let bit = 1 << set;
        let others = (0..graph.sets).filter(|&j| j != set && kept >> j & 1 == 1);
        let others: Vec<usize> = others.map(|j| j as usize).collect();
        let redundant = |c: usize| {
            !accepting[c] || full[c] & bit != 0 || others.iter().any(|&j| follows[c][j] & bit != 0)
        };
        if (0..parts.count).all(redundant) {
            kept &= !bit;
        }
    }
    if kept == all {
        return;
    }
    // Without any set left, a component that was rejecting would become accepting.
    if kept == 0 && (0..parts.count).any(|c| !accepting[c] && has_cycle(graph, &parts.of, c)) {
        kept = 1;
    }
    graph.out.iter_mut().flatten().for_each(|edge| edge.marks = compress(edge.marks, kept));
    graph.sets = kept.count_ones();
}

fn has_cycle(graph: &Graph, of: &[usize], component: usize) -> bool {
    let inside = |s: usize| of[s] == component;
    (0..graph.len()).filter(|&s| inside(s)).any(|s| graph.out[s].iter().any(|e| inside(e.target)))
}

/// The bits at the positions of `kept`, moved together.
fn compress(marks: Marks, kept: Marks) -> Marks {
    let positions = (0..Marks::BITS).filter(|i| kept >> i & 1 == 1);
    positions.enumerate().fold(0, |out, (to, from)| out | (marks >> from & 1) << to)
}
