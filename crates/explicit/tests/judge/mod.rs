//! A deliberately simple judge of liveness: the whole product as a graph, components by reachability, fairness
//! as in the textbook. It shares no code with the engines.

use crate::processes::Processes;
use burnside_logic::Automaton;
use std::collections::{BTreeSet, HashMap};

/// Which infinite runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    All,
    WeaklyFair,
    StronglyFair,
}

struct Vertex {
    /// Acceptance sets.
    marks: u64,
    /// Processes that can move.
    enabled: u64,
    /// Target and movers.
    edges: Vec<(usize, u64)>,
}

type Set = BTreeSet<usize>;

/// Whether some infinite run of the system that counts is accepted.
pub fn has_accepted_run(
    system: &Processes,
    automaton: &Automaton,
    stutter: bool,
    runs: Runs,
) -> bool {
    let graph = product(system, automaton, stutter);
    let all = automaton.all_marks();
    components(&graph, (0..graph.len()).collect())
        .into_iter()
        .any(|c| accepts(&graph, c, all, runs))
}

fn product(system: &Processes, automaton: &Automaton, stutter: bool) -> Vec<Vertex> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut number: HashMap<(usize, usize), usize> = HashMap::new();
    let mut vertex = |pair, pairs: &mut Vec<_>| {
        *number.entry(pair).or_insert_with(|| {
            pairs.push(pair);
            pairs.len() - 1
        })
    };
    for &initial in &system.initial {
        vertex((initial, automaton.initial()), &mut pairs);
    }
    let mut graph = Vec::new();
    while graph.len() < pairs.len() {
        let (s, q) = pairs[graph.len()];
        let node = &system.nodes[s];
        let mut steps = node.edges.clone();
        if steps.is_empty() && stutter {
            steps.push((s, 0));
        }
        let mut edges = Vec::new();
        for edge in automaton.edges(q).iter().filter(|e| e.label.matches(node.label)) {
            for &(target, movers) in &steps {
                edges.push((vertex((target, edge.target), &mut pairs), movers));
            }
        }
        let marks = automaton.edges(q).first().map_or(0, |e| e.marks);
        let enabled = node.edges.iter().fold(0, |all, (_, movers)| all | movers);
        graph.push(Vertex { marks, enabled, edges });
    }
    graph
}

/// The vertices reachable from `from` by at least one edge inside `within`.
fn reach(graph: &[Vertex], from: usize, within: &Set) -> Set {
    let mut seen = Set::new();
    let mut todo = vec![from];
    while let Some(v) = todo.pop() {
        for &(target, _) in &graph[v].edges {
            if within.contains(&target) && seen.insert(target) {
                todo.push(target);
            }
        }
    }
    seen
}

/// The strongly connected components inside `within` that have an edge.
fn components(graph: &[Vertex], within: Set) -> Vec<Set> {
    let reached: HashMap<usize, Set> =
        within.iter().map(|&v| (v, reach(graph, v, &within))).collect();
    let mut list = BTreeSet::new();
    for &v in within.iter().filter(|v| reached[v].contains(v)) {
        list.insert(reached[&v].iter().copied().filter(|w| reached[w].contains(&v)).collect());
    }
    list.into_iter().collect()
}

fn accepts(graph: &[Vertex], component: Set, all: u64, runs: Runs) -> bool {
    if component.iter().fold(0, |seen, &v| seen | graph[v].marks) & all != all {
        return false;
    }
    let inside = |v: usize| graph[v].edges.iter().filter(|(target, _)| component.contains(target));
    let moved = component.iter().flat_map(|&v| inside(v)).fold(0, |all, (_, movers)| all | movers);
    match runs {
        Runs::All => true,
        Runs::WeaklyFair => {
            let always_enabled = component.iter().fold(u64::MAX, |all, &v| all & graph[v].enabled);
            always_enabled & !moved == 0
        }
        Runs::StronglyFair => {
            let starved = component.iter().fold(0, |all, &v| all | graph[v].enabled) & !moved;
            if starved == 0 {
                return true;
            }
            let rest = component.iter().copied().filter(|&v| graph[v].enabled & starved == 0);
            components(graph, rest.collect()).into_iter().any(|c| accepts(graph, c, all, runs))
        }
    }
}
