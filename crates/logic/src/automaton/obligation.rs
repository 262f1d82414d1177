//! Minimal deterministic automata for obligations.
//!
//! *Idea:* a language that is a Boolean combination of safety and guarantee properties has a weak
//! deterministic automaton (each component accepts all its cycles or none), and among these a smallest
//! one, found like that of a regular language: determinise by subsets, decide each component by one of its
//! cycles, and minimise.
//! *Source:* Dax, Eisinger, Klaedtke, *Mechanizing the powerset construction for restricted classes of
//! ω-automata* (ATVA 2007); Löding, *Efficient minimization of deterministic weak ω-automata* (2001).
//! *Where we differ:* the class of the formula is not needed: the result is compared with the automaton of
//! the formula and of its negation, and discarded if the language is not an obligation.
//! *Guarantees:* if there is a result, it has the language of `graph`, is deterministic, weak and
//! state-based, and no smaller complete one exists. *Cost:* subsets, limited by `max_states`.

use std::collections::{HashMap, HashSet};

use super::components::components;
use super::emptiness::disjoint;
use super::graph::{Edge, Graph};
use crate::bdd::{Bdd, Fun, QuickMap};

/// With more kinds of letters at one state, the construction is given up.
const MAX_CLASSES: usize = 4096;

/// A complete deterministic automaton in which acceptance belongs to components.
struct Deterministic {
    out: Vec<Vec<(Fun, usize)>>,
    accepting: Vec<bool>,
}

/// The minimal weak deterministic automaton of the language of `graph`, if it has one with at most
/// `max_states` subsets; `negation` must accept the complement.
pub(crate) fn minimal_weak(
    bdd: &mut Bdd,
    graph: &Graph,
    negation: &Graph,
    max_states: usize,
) -> Option<Graph> {
    let automaton = determinize(bdd, graph, max_states)?;
    let minimal = minimize(bdd, automaton);
    let complement = Deterministic {
        out: minimal.out.clone(),
        accepting: minimal.accepting.iter().map(|a| !a).collect(),
    };
    let mut result = to_graph(minimal);
    let mut outside = to_graph(complement);
    result.prune();
    outside.prune();
    let same = disjoint(bdd, &result, negation) && disjoint(bdd, &outside, graph);
    same.then_some(result)
}

fn to_graph(automaton: Deterministic) -> Graph {
    let out = automaton.out.iter().enumerate().map(|(state, edges)| {
        let marks = u64::from(automaton.accepting[state]);
        edges.iter().map(|&(label, target)| Edge { label, target, marks }).collect()
    });
    Graph { sets: 1, initial: 0, out: out.collect() }
}

/// The subset automaton; a component accepts if a word that cycles in it is accepted from its subset.
fn determinize(bdd: &mut Bdd, graph: &Graph, max_states: usize) -> Option<Deterministic> {
    let mut number: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut subsets = vec![vec![graph.initial]];
    number.insert(vec![graph.initial], 0);
    let mut out: Vec<Vec<(Fun, usize)>> = Vec::new();
    while let Some(subset) = subsets.get(out.len()).cloned() {
        let mut edges: Vec<(Fun, usize)> = Vec::new();
        for (label, targets) in letter_classes(bdd, graph, &subset)? {
            let target = *number.entry(targets).or_insert_with_key(|targets| {
                subsets.push(targets.clone());
                subsets.len() - 1
            });
            match edges.iter_mut().find(|(_, t)| *t == target) {
                Some((l, _)) => *l = bdd.or(*l, label),
                None => edges.push((label, target)),
            }
        }
        out.push(edges);
        if subsets.len() > max_states {
            return None;
        }
    }
    let adjacency: Vec<Vec<usize>> =
        out.iter().map(|edges| edges.iter().map(|e| e.1).collect()).collect();
    let parts = components(&adjacency);
    let mut decided: Vec<Option<bool>> = vec![None; parts.count];
    for (state, subset) in subsets.iter().enumerate() {
        let here = parts.of[state];
        if decided[here].is_none()
            && let Some(cycle) = cycle(&out, &parts.of, state)
        {
            decided[here] = Some(accepts_cycle(bdd, graph, subset, &cycle));
        }
    }
    let accepting = parts.of.iter().map(|&c| decided[c].unwrap_or(false)).collect();
    Some(Deterministic { out, accepting })
}

/// The letters, grouped by the set of successors of a subset; `None` if there are too many groups.
fn letter_classes(
    bdd: &mut Bdd,
    graph: &Graph,
    subset: &[usize],
) -> Option<Vec<(Fun, Vec<usize>)>> {
    let mut classes: Vec<(Fun, Vec<usize>)> = vec![(Fun::TRUE, Vec::new())];
    // For each possible successor, the letters that lead there.
    let mut reach: QuickMap<usize, Fun> = QuickMap::default();
    for edge in subset.iter().flat_map(|&s| &graph.out[s]) {
        let before = reach.get(&edge.target).copied().unwrap_or(Fun::FALSE);
        let label = bdd.or(before, edge.label);
        reach.insert(edge.target, label);
    }
    let mut reach: Vec<(usize, Fun)> = reach.into_iter().collect();
    reach.sort_unstable();
    for (target, label) in reach {
        let mut split = Vec::with_capacity(classes.len() * 2);
        for (class, targets) in classes {
            let (inside, outside) = (bdd.and(class, label), bdd.minus(class, label));
            if inside != Fun::FALSE {
                let mut targets = targets.clone();
                targets.push(target);
                split.push((inside, targets));
            }
            if outside != Fun::FALSE {
                split.push((outside, targets));
            }
        }
        if split.len() > MAX_CLASSES {
            return None;
        }
        classes = split;
    }
    Some(classes)
}

/// The labels of a cycle through a state, inside its component.
fn cycle(out: &[Vec<(Fun, usize)>], of: &[usize], state: usize) -> Option<Vec<Fun>> {
    let mut before: Vec<Option<(usize, Fun)>> = vec![None; out.len()];
    let mut queue = vec![state];
    let mut next = 0;
    while let Some(&s) = queue.get(next) {
        next += 1;
        for &(label, target) in out[s].iter().filter(|e| of[e.1] == of[state]) {
            if before[target].is_some() {
                continue;
            }
            before[target] = Some((s, label));
            if target == state {
                let mut labels = Vec::new();
                let mut at = state;
                while let Some((previous, label)) = before[at] {
                    labels.push(label);
                    at = previous;
                    if at == state {
                        break;
                    }
                }
                labels.reverse();
                return Some(labels);
            }
            queue.push(target);
        }
    }
    None
}

/// Is a word that repeats letters of these labels forever accepted from a state of the subset? The letters of
/// a label lead to the same subsets, but may take edges with different marks, so that one kind is fixed.
fn accepts_cycle(bdd: &mut Bdd, graph: &Graph, subset: &[usize], labels: &[Fun]) -> bool {
    let letters: Vec<Fun> = labels.iter().map(|&label| pick(bdd, graph, label)).collect();
    let word = Graph {
        sets: 0,
        initial: 0,
        out: (0..letters.len())
            .map(|i| vec![Edge { label: letters[i], target: (i + 1) % letters.len(), marks: 0 }])
            .collect(),
    };
    subset.iter().any(|&s| {
        let from = Graph { initial: s, ..graph.clone() };
        !disjoint(bdd, &from, &word)
    })
}

/// A label inside the given one whose letters no edge of the graph tells apart.
fn pick(bdd: &mut Bdd, graph: &Graph, label: Fun) -> Fun {
    graph.out.iter().flatten().fold(label, |letter, edge| {
        let inside = bdd.and(letter, edge.label);
        if inside == Fun::FALSE { letter } else { inside }
    })
}

/// Merges equivalent states.
fn minimize(bdd: &mut Bdd, automaton: Deterministic) -> Deterministic {
    let n = automaton.out.len();
    let mut class = ranks(&automaton);
    loop {
        // States are split by their class and the classes their letters lead to.
        let mut signatures: HashMap<(usize, Vec<(usize, Fun)>), usize> = HashMap::new();
        let mut refined = vec![0; n];
        for state in 0..n {
            let mut by_class: QuickMap<usize, Fun> = QuickMap::default();
            for &(label, target) in &automaton.out[state] {
                let before = by_class.get(&class[target]).copied().unwrap_or(Fun::FALSE);
                let label = bdd.or(before, label);
                by_class.insert(class[target], label);
            }
            let mut edges: Vec<(usize, Fun)> = by_class.into_iter().collect();
            edges.sort_unstable();
            let fresh = signatures.len();
            refined[state] = *signatures.entry((class[state], edges)).or_insert(fresh);
        }
        let stable = count(&refined) == count(&class);
        class = refined;
        if stable {
            break;
        }
    }
    // Classes are numbered in the order of their first states, so that the initial one is 0.
    let mut out: Vec<Vec<(Fun, usize)>> = vec![Vec::new(); count(&class)];
    let mut accepting = vec![false; out.len()];
    let mut seen = vec![false; out.len()];
    let rank = ranks(&automaton);
    for state in 0..n {
        let here = class[state];
        accepting[here] = rank[state].is_multiple_of(2);
        if std::mem::replace(&mut seen[here], true) {
            continue;
        }
        for &(label, target) in &automaton.out[state] {
            match out[here].iter_mut().find(|(_, t)| *t == class[target]) {
                Some((l, _)) => *l = bdd.or(*l, label),
                None => out[here].push((label, class[target])),
            }
        }
    }
    Deterministic { out, accepting }
}

/// The number of different classes.
fn count(class: &[usize]) -> usize {
    class.iter().collect::<HashSet<_>>().len()
}

/// How often acceptance must change on the way from a state, at most: even for accepting components, odd
/// for rejecting ones, and free for states on no cycle. With this numbering, equivalent states can be
/// found by plain refinement.
fn ranks(automaton: &Deterministic) -> Vec<usize> {
    let adjacency: Vec<Vec<usize>> =
        automaton.out.iter().map(|edges| edges.iter().map(|e| e.1).collect()).collect();
    let parts = components(&adjacency);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); parts.count];
    parts.of.iter().enumerate().for_each(|(state, &c)| members[c].push(state));
    let mut rank = vec![0usize; parts.count];
    for (c, states) in members.iter().enumerate() {
        let targets = || states.iter().flat_map(|&s| &adjacency[s]).map(|&t| parts.of[t]);
        let below = targets().filter(|&t| t != c).map(|t| rank[t]).max().unwrap_or(0);
        let cyclic = targets().any(|t| t == c);
        let accepting = states.iter().any(|&s| automaton.accepting[s]);
        rank[c] = if !cyclic || accepting == below.is_multiple_of(2) { below } else { below + 1 };
    }
    parts.of.iter().map(|&c| rank[c]).collect()
}
