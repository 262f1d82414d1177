//! From several acceptance sets to one.
//!
//! *Idea:* copies of the automaton in a row ("levels"). A run leaves level `i` by an edge of the `i`-th set;
//! the edge that leaves the last level is marked and leads back to the first one.
//! *Source:* Giannakopoulou and Lerda, *From states to transitions* (FORTE 2002) for skipping several levels
//! at once; Babiak et al. (SPIN 2013) for treating each strongly connected component by itself.
//! *Where we differ:* the caller can try all orders of the sets (up to four sets; beyond, all rotations). A
//! component all of whose cycles accept, or none, needs no levels, nor does a set that follows from others.
//! *Guarantees:* the language stays; one set, on edges. *Cost:* states × sets.

use super::acceptance::{clear_useless, largest_marks};
use super::graph::{Edge, Graph, Marks};
use crate::bdd::{Bdd, QuickMap};

/// What an edge that completes the last level also does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrap {
    /// It leads to the first level.
    First,
    /// It counts for the following levels as well.
    Onward,
}

/// The automaton with one acceptance set, on edges; `order` picks one of the orders of the sets.
pub(crate) fn degeneralize(bdd: &mut Bdd, graph: &Graph, order: usize, wrap: Wrap) -> Graph {
    let mut graph = graph.clone();
    clear_useless(&mut graph);
    let marks = largest_marks(&graph);
    let parts = graph.components();
    let accepting = graph.accepting_components(&parts);
    let orders: Vec<Vec<u32>> =
        (0..parts.count).map(|c| needed_sets(&graph, &parts.of, c, &marks, order)).collect();
    // A state of the result is a state of the graph and the number of sets seen in this round.
    let mut number: QuickMap<(usize, usize), usize> = QuickMap::default();
    number.insert((graph.initial, 0), 0);
    let mut states = vec![(graph.initial, 0)];
    let mut out: Vec<Vec<Edge>> = Vec::new();
    while let Some(&(state, level)) = states.get(out.len()) {
        let here = parts.of[state];
        let order = &orders[here];
        let mut edges = Vec::new();
        for (i, edge) in graph.out[state].iter().enumerate() {
            let advance = |mut level: usize| {
                while level < order.len() && marks[state][i] >> order[level] & 1 == 1 {
                    level += 1;
                }
                level
            };
            let inside = parts.of[edge.target] == here && accepting[here];
            let (level, mark) = match inside.then(|| advance(level)) {
                None => (0, false),
                Some(next) if next < order.len() => (next, false),
                Some(_) => match wrap {
                    Wrap::First => (0, true),
                    Wrap::Onward => {
                        (Some(advance(0)).filter(|&l| l < order.len()).unwrap_or(0), true)
                    }
                },
            };
            let pair = (edge.target, level);
            let target = *number.entry(pair).or_insert_with(|| {
                states.push(pair);
                states.len() - 1
            });
            edges.push(Edge { label: edge.label, target, marks: Marks::from(mark) });
        }
        out.push(edges);
    }
    let mut result = Graph { sets: 1, initial: 0, out };
    result.join_edges(bdd);
    result
}

/// How many orders [`degeneralize`] can try.
pub(crate) fn orders(graph: &Graph) -> usize {
    match graph.sets {
        0..=4 => (1..=graph.sets as usize).product(),
        sets => sets as usize,
    }
}

/// The sets that runs inside a component must be seen to visit, in the order with the given number: not
/// those that contain all edges of the component, nor those that contain another set.
fn needed_sets(
    graph: &Graph,
    of: &[usize],
    component: usize,
    marks: &[Vec<Marks>],
    number: usize,
) -> Vec<u32> {
    let mut inside: Vec<Marks> = Vec::new();
    for (state, edges) in graph.out.iter().enumerate().filter(|(s, _)| of[*s] == component) {
        let cyclic = edges.iter().enumerate().filter(|(_, e)| of[e.target] == component);
        inside.extend(cyclic.map(|(i, _)| marks[state][i]));
    }
    let contains = |larger: u32, smaller: u32| {
        inside.iter().all(|m| m >> smaller & 1 == 0 || m >> larger & 1 == 1)
    };
    let mut order: Vec<u32> = Vec::new();
    for set in 0..graph.sets {
        let full = inside.iter().all(|m| m >> set & 1 == 1);
        if full || order.iter().any(|&other| contains(set, other)) {
            continue;
        }
        order.retain(|&other| !contains(other, set));
        order.push(set);
    }
    permute(&mut order, number);
    order
}

/// The permutation with this number; beyond four sets, a rotation.
fn permute(order: &mut [u32], mut number: usize) {
    if order.len() > 4 {
        let by = number % order.len();
        order.rotate_left(by);
        return;
    }
    for i in 0..order.len() {
        let choices = order.len() - i;
        order.swap(i, i + number % choices);
        number /= choices;
    }
}
