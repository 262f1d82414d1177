//! Products, emptiness and witnesses.
//!
//! *Idea:* a language is not empty iff a reachable strongly connected component sees all acceptance sets;
//! a witness goes to such a component and then around it, collecting one edge of each set.
//! *Source:* the definition; Couvreur (FM 1999) for generalised acceptance by components.
//! *Guarantees:* exact. *Cost:* linear in the (product) graph.

use std::collections::VecDeque;

use super::components::components;
use super::graph::{Edge, Graph};
use crate::bdd::{Bdd, Fun, QuickMap};
use crate::semantics::Lasso;

/// Is there no word in both languages?
pub(crate) fn disjoint(bdd: &mut Bdd, a: &Graph, b: &Graph) -> bool {
    let mut number: QuickMap<(usize, usize), usize> = QuickMap::default();
    number.insert((a.initial, b.initial), 0);
    let mut pairs = vec![(a.initial, b.initial)];
    let mut adjacency: Vec<Vec<usize>> = Vec::new();
    let mut marks: Vec<Vec<u128>> = Vec::new();
    while let Some(&(s, t)) = pairs.get(adjacency.len()) {
        let (mut targets, mut target_marks) = (Vec::new(), Vec::new());
        for e in &a.out[s] {
            for f in b.out[t].iter() {
                if !bdd.intersects(e.label, f.label) {
                    continue;
                }
                let pair = (e.target, f.target);
                let target = *number.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                });
                targets.push(target);
                target_marks.push(u128::from(e.marks) | u128::from(f.marks) << 64);
            }
        }
        adjacency.push(targets);
        marks.push(target_marks);
    }
    let all = u128::from(a.all_marks()) | u128::from(b.all_marks()) << 64;
    let parts = components(&adjacency);
    let mut seen: Vec<Option<u128>> = vec![None; parts.count];
    for (state, targets) in adjacency.iter().enumerate() {
        let here = parts.of[state];
        for (target, marks) in targets.iter().zip(&marks[state]) {
            if parts.of[*target] == here {
                seen[here] = Some(seen[here].unwrap_or(0) | marks);
            }
        }
    }
    !seen.into_iter().any(|marks| marks == Some(all))
}

/// The automaton of the words in both languages; `None` if there are more than 64 acceptance sets.
pub(crate) fn product(bdd: &mut Bdd, a: &Graph, b: &Graph) -> Option<Graph> {
    if a.sets + b.sets > 64 {
        return None;
    }
    let mut number: QuickMap<(usize, usize), usize> = QuickMap::default();
    number.insert((a.initial, b.initial), 0);
    let mut pairs = vec![(a.initial, b.initial)];
    let mut out: Vec<Vec<Edge>> = Vec::new();
    while let Some(&(s, t)) = pairs.get(out.len()) {
        let mut edges = Vec::new();
        for e in &a.out[s] {
            for f in &b.out[t] {
                let label = bdd.and(e.label, f.label);
                if label == Fun::FALSE {
                    continue;
                }
                let pair = (e.target, f.target);
                let target = *number.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                });
                edges.push(Edge { label, target, marks: e.marks | f.marks << a.sets });
            }
        }
        out.push(edges);
    }
    let mut graph = Graph { sets: a.sets + b.sets, initial: 0, out };
    graph.join_edges(bdd);
    Some(graph)
}

/// A word of the language, as the labels of an accepting run; `None` if the language is empty.
pub(crate) fn witness(graph: &Graph) -> Option<Lasso<Fun>> {
    let mut graph = graph.clone();
    graph.keep_reachable();
    let parts = graph.components();
    let accepting = graph.accepting_components(&parts);
    let inside = |s: usize| accepting[parts.of[s]];
    let (prefix, start) = path(&graph, graph.initial, |_, _| true, inside)?;
    let home = parts.of[start];
    let stay = |_: usize, e: &Edge| parts.of[e.target] == home;
    // Visit an edge of each set that is missing, then return.
    let (mut cycle, mut at, mut missing) = (Vec::new(), start, graph.all_marks());
    while missing != 0 {
        let useful = |s: usize| graph.out[s].iter().find(|e| stay(s, e) && e.marks & missing != 0);
        let (steps, state) = path(&graph, at, stay, |s| useful(s).is_some())?;
        let edge = *useful(state)?;
        for step in steps.iter().chain([&edge]) {
            missing &= !step.marks;
            cycle.push(step.label);
        }
        at = edge.target;
    }
    if cycle.is_empty() {
        let edge = graph.out[at].iter().find(|e| stay(at, e))?;
        cycle.push(edge.label);
        at = edge.target;
    }
    let (back, _) = path(&graph, at, stay, |s| s == start)?;
    cycle.extend(back.iter().map(|e| e.label));
    Some(Lasso { prefix: prefix.iter().map(|e| e.label).collect(), cycle })
}

/// A shortest path over allowed edges to a state that satisfies `goal`, and that state.
fn path(
    graph: &Graph,
    from: usize,
    allowed: impl Fn(usize, &Edge) -> bool,
    goal: impl Fn(usize) -> bool,
) -> Option<(Vec<Edge>, usize)> {
    let mut before: Vec<Option<(usize, Edge)>> = vec![None; graph.len()];
    let mut seen = vec![false; graph.len()];
    seen[from] = true;
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        if goal(state) {
            let (mut steps, mut at) = (Vec::new(), state);
            while let Some((previous, edge)) = before[at] {
                steps.push(edge);
                at = previous;
            }
            steps.reverse();
            return Some((steps, state));
        }
        for edge in graph.out[state].iter().filter(|e| allowed(state, e)) {
            if !seen[edge.target] {
                seen[edge.target] = true;
                before[edge.target] = Some((state, *edge));
                queue.push_back(edge.target);
            }
        }
    }
    None
}
