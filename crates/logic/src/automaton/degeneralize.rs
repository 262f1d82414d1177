//! From generalised acceptance on edges to plain Büchi acceptance on states.
//!
//! *Idea:* copies of the automaton in a row ("levels"). A run leaves level `i` when it takes an edge of the
//! `i`-th set, and has seen all sets when it passes the last level; the states there are accepting and
//! count as level 0 for what follows.
//! *Source:* Giannakopoulou and Lerda, *From states to transitions* (FORTE 2002) for skipping several levels
//! at once; Babiak et al. (SPIN 2013) for treating each strongly connected component by itself.
//! *Where we differ:* the order of the sets is chosen per component among all orders by trying them (up to
//! four sets; beyond, in the given order); a component all of whose cycles accept, or none, needs no levels.
//! *Guarantees:* the language stays; the result is state-based. *Cost:* states × (sets + 1).

use super::acceptance::{clear_useless, largest_marks};
use super::graph::{Edge, Graph, Marks};
use crate::bdd::{Bdd, QuickMap};

/// What a component needs.
struct Plan {
    /// The sets to be seen, in this order; empty if levels are not needed.
    order: Vec<u32>,
    /// Without levels: are its states accepting?
    accepting: bool,
}

/// The automaton with state-based acceptance; `rotation` picks one of the orders of the sets.
pub(crate) fn degeneralize(bdd: &mut Bdd, graph: &Graph, rotation: usize) -> Graph {
    let mut graph = graph.clone();
    clear_useless(&mut graph);
    let marks = largest_marks(&graph);
    let parts = graph.components();
    let accepting = graph.accepting_components(&parts);
    let plans: Vec<Plan> = (0..parts.count)
        .map(|c| plan(&graph, &parts.of, c, &marks, accepting[c], rotation))
        .collect();
    // A state of the result is a state of the graph and the number of sets seen since the last time all
    // of them were.
    let mut number: QuickMap<(usize, usize), usize> = QuickMap::default();
    let start = (graph.initial, 0);
    number.insert(start, 0);
    let mut states = vec![start];
    let mut out: Vec<Vec<Edge>> = Vec::new();
    while let Some(&(state, level)) = states.get(out.len()) {
        let here = parts.of[state];
        let plan = &plans[here];
        let done = level == plan.order.len();
        let accepting = if plan.order.is_empty() { plan.accepting } else { done };
        let mut edges = Vec::new();
        for (i, edge) in graph.out[state].iter().enumerate() {
            let mut next = 0;
            if parts.of[edge.target] == here && !plan.order.is_empty() {
                next = if done { 0 } else { level };
                while next < plan.order.len() && marks[state][i] >> plan.order[next] & 1 == 1 {
                    next += 1;
                }
            }
            let pair = (edge.target, next);
            let target = *number.entry(pair).or_insert_with(|| {
                states.push(pair);
                states.len() - 1
            });
            edges.push(Edge { label: edge.label, target, marks: Marks::from(accepting) });
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

fn plan(
    graph: &Graph,
    of: &[usize],
    component: usize,
    marks: &[Vec<Marks>],
    accepting: bool,
    rotation: usize,
) -> Plan {
    if !accepting {
        return Plan { order: Vec::new(), accepting: false };
    }
    // Sets that contain all edges of the component, or all edges of another set, need not be waited for.
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
    permute(&mut order, rotation);
    Plan { accepting: order.is_empty(), order }
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
