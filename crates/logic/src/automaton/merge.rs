//! Merging states by trial.
//!
//! *Idea:* merging two states never loses a word. So it is right as soon as it gains none, and that can be
//! checked exactly: the automaton after the merge must have no word in common with the automaton of the
//! negated formula. Simulation finds most such pairs quickly; this finds the others.
//! *Source:* our own; the check is the usual one for inclusion. Merging more gains more, so that a pair that
//! fails once fails forever, and each pair is tried once.
//! *Requires:* an automaton for the complement. *Guarantees:* the language stays, and no further single
//! pair can be merged (unless the budget ends before). *Cost:* pairs × product, limited by the budget.

use super::components::components;
use super::graph::{Edge, Graph};
use super::simulate::Acceptance;
use crate::bdd::{Bdd, Fun, QuickMap};

/// A set of classes of letters.
type Letters = u128;

/// An edge with its label as a set of classes of letters.
#[derive(Clone, Copy)]
struct Move {
    letters: Letters,
    target: usize,
    marks: u64,
}

/// Merges pairs of states while the language, whose complement is that of `negation`, stays.
/// Stops when `budget` pairs of product states have been visited. Tells whether anything was merged.
pub(crate) fn merge_by_trial(
    bdd: &mut Bdd,
    graph: &mut Graph,
    negation: &Graph,
    acceptance: Acceptance,
    budget: &mut usize,
) -> bool {
    let Some(table) = letter_classes(bdd, graph, negation) else { return false };
    let moves = |e: &Edge| Move { letters: table[&e.label], target: e.target, marks: e.marks };
    let compact = |graph: &Graph| -> Vec<Vec<Move>> {
        graph.out.iter().map(|edges| edges.iter().map(moves).collect()).collect()
    };
    let mut trial = Trial {
        out: compact(graph),
        negation: compact(negation),
        class: (0..graph.len()).collect(),
        starts: (graph.initial, negation.initial),
        all: u128::from(graph.all_marks()) | u128::from(negation.all_marks()) << 64,
        on_states: acceptance == Acceptance::States,
    };
    let mut merged = false;
    for p in 0..graph.len() {
        for q in p + 1..graph.len() {
            // Pairs of representatives.
            if trial.class[p] != p || trial.class[q] != q || *budget == 0 {
                continue;
            }
            let before = trial.class.clone();
            trial.class.iter_mut().filter(|c| **c == q).for_each(|c| *c = p);
            if trial.gains_nothing(budget) {
                merged = true;
            } else {
                trial.class = before;
            }
        }
    }
    if merged {
        if trial.on_states {
            let marks = trial.class_marks();
            for (state, edges) in graph.out.iter_mut().enumerate() {
                edges.iter_mut().for_each(|e| e.marks = marks[trial.class[state]]);
            }
        }
        *graph = graph.quotient(bdd, &trial.class);
    }
    merged
}

struct Trial {
    out: Vec<Vec<Move>>,
    negation: Vec<Vec<Move>>,
    class: Vec<usize>,
    starts: (usize, usize),
    all: u128,
    on_states: bool,
}

impl Trial {
    /// With acceptance on states, a class has the marks of all its members.
    fn class_marks(&self) -> Vec<u64> {
        let mut marks = vec![0; self.out.len()];
        for (state, moves) in self.out.iter().enumerate() {
            marks[self.class[state]] |= moves.first().map_or(0, |m| m.marks);
        }
        marks
    }

    /// Is no word of the negation accepted by the automaton with its states merged as at present?
    fn gains_nothing(&self, budget: &mut usize) -> bool {
        let n = self.out.len();
        let marks = self.on_states.then(|| self.class_marks());
        let mut quotient: Vec<Vec<Move>> = vec![Vec::new(); n];
        for (state, moves) in self.out.iter().enumerate() {
            let here = self.class[state];
            quotient[here].extend(moves.iter().map(|m| Move {
                target: self.class[m.target],
                marks: marks.as_ref().map_or(m.marks, |marks| marks[here]),
                ..*m
            }));
        }
        // The product, with pairs numbered as they are met.
        const NEW: u32 = u32::MAX;
        let width = self.negation.len();
        let mut number = vec![NEW; n * width];
        let mut pairs = vec![(self.class[self.starts.0], self.starts.1)];
        number[pairs[0].0 * width + pairs[0].1] = 0;
        let mut adjacency: Vec<Vec<usize>> = Vec::new();
        let mut edge_marks: Vec<Vec<u128>> = Vec::new();
        while let Some(&(s, t)) = pairs.get(adjacency.len()) {
            let (mut targets, mut marks) = (Vec::new(), Vec::new());
            for m in &quotient[s] {
                for k in self.negation[t].iter().filter(|k| k.letters & m.letters != 0) {
                    let at = &mut number[m.target * width + k.target];
                    if *at == NEW {
                        *at = pairs.len() as u32;
                        pairs.push((m.target, k.target));
                    }
                    targets.push(*at as usize);
                    marks.push(u128::from(m.marks) | u128::from(k.marks) << 64);
                }
            }
            adjacency.push(targets);
            edge_marks.push(marks);
        }
        *budget = budget.saturating_sub(pairs.len());
        let parts = components(&adjacency);
        let mut seen: Vec<Option<u128>> = vec![None; parts.count];
        for (pair, targets) in adjacency.iter().enumerate() {
            let here = parts.of[pair];
            for (&target, &marks) in targets.iter().zip(&edge_marks[pair]) {
                if parts.of[target] == here {
                    seen[here] = Some(seen[here].unwrap_or(0) | marks);
                }
            }
        }
        !seen.contains(&Some(self.all))
    }
}

/// Each label as a set of classes of letters that no label tells apart; `None` if there are too many.
fn letter_classes(bdd: &mut Bdd, a: &Graph, b: &Graph) -> Option<QuickMap<Fun, Letters>> {
    let mut labels: Vec<Fun> = a.out.iter().chain(&b.out).flatten().map(|e| e.label).collect();
    labels.sort_unstable();
    labels.dedup();
    let mut classes = vec![Fun::TRUE];
    for &label in &labels {
        let mut split = Vec::with_capacity(classes.len() * 2);
        for class in classes {
            let (inside, outside) = (bdd.and(class, label), bdd.minus(class, label));
            split.extend([inside, outside].into_iter().filter(|&f| f != Fun::FALSE));
        }
        if split.len() > Letters::BITS as usize {
            return None;
        }
        classes = split;
    }
    let mut letters = |label: Fun| {
        let members =
            classes.iter().enumerate().filter(|(_, class)| bdd.intersects(**class, label));
        members.fold(0, |set, (i, _)| set | 1 << i)
    };
    Some(labels.iter().map(|&label| (label, letters(label))).collect())
}
