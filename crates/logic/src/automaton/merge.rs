//! Merging states by trial.
//!
//! *Idea:* merging two states never loses a word. So it is right as soon as it gains none, and that can be
//! checked exactly: the automaton after the merge must have no word in common with the automaton of the
//! negated formula. Simulation finds most such pairs quickly; this finds the others.
//! *Source:* our own; the check is the usual one for inclusion, with the search for accepting components of
//! Couvreur (FM 1999), which stops as soon as one closes. Merging more gains more, so that a pair that
//! fails once fails forever, and each pair is tried once.
//! *Requires:* an automaton for the complement. *Guarantees:* the language stays, and no further single
//! pair can be merged (unless the budget ends before). *Cost:* pairs × product, limited by the budget.

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
/// Stops when `budget` edges have been compared with those of a state of the negation. Tells whether anything was merged.
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
    let on_states = acceptance == Acceptance::States;
    let mut trial = Trial {
        out: compact(graph),
        negation: compact(negation),
        class: (0..graph.len()).collect(),
        marks: (0..graph.len()).map(|s| graph.state_marks(s)).collect(),
        on_states,
        starts: (graph.initial, negation.initial),
        all: u128::from(graph.all_marks()) | u128::from(negation.all_marks()) << 64,
        number: vec![NEW; graph.len() * negation.len()],
    };
    let mut merged = false;
    for p in 0..graph.len() {
        for q in p + 1..graph.len() {
            // Pairs of representatives.
            if trial.class[p] == p && trial.class[q] == q && *budget > 0 {
                merged |= trial.merge(p, q, budget);
            }
        }
    }
    if merged {
        if on_states {
            for (state, edges) in graph.out.iter_mut().enumerate() {
                edges.iter_mut().for_each(|e| e.marks = trial.marks[trial.class[state]]);
            }
        }
        *graph = graph.quotient(bdd, &trial.class);
    }
    merged
}

/// Number of a pair that was not met yet.
const NEW: u32 = u32::MAX;
/// Number of a pair from which no accepting cycle can be reached.
const DEAD: u32 = u32::MAX - 1;

struct Trial {
    /// The edges of each class, at the place of its representative; targets are states.
    out: Vec<Vec<Move>>,
    negation: Vec<Vec<Move>>,
    /// The representative of each state.
    class: Vec<usize>,
    /// The marks of each class, if acceptance is on states.
    marks: Vec<u64>,
    on_states: bool,
    starts: (usize, usize),
    all: u128,
    /// Depth-first numbers of pairs of a class and a state of the negation.
    number: Vec<u32>,
}

/// A pair on the path of the depth-first search, and which pair of edges is next.
struct Frame {
    pair: (usize, usize),
    edge: usize,
    other: usize,
}

/// A component of the path: the number of its first pair, the marks of the edge that leads to it, and the
/// marks inside.
struct Root {
    number: u32,
    entry: u128,
    inside: u128,
}

impl Trial {
    /// Merges two classes if the language stays.
    fn merge(&mut self, p: usize, q: usize, budget: &mut usize) -> bool {
        let (length, marks) = (self.out[p].len(), self.marks[p]);
        let moves = std::mem::take(&mut self.out[q]);
        self.out[p].extend_from_slice(&moves);
        self.marks[p] |= self.marks[q];
        let members: Vec<usize> = (0..self.class.len()).filter(|&s| self.class[s] == q).collect();
        members.iter().for_each(|&s| self.class[s] = p);
        let right = self.gains_nothing(budget);
        if !right {
            self.out[p].truncate(length);
            self.out[q] = moves;
            self.marks[p] = marks;
            members.iter().for_each(|&s| self.class[s] = q);
        }
        right
    }

    /// Is no word of the negation accepted by the automaton with its states merged as at present?
    fn gains_nothing(&mut self, budget: &mut usize) -> bool {
        self.number.fill(NEW);
        let start = (self.class[self.starts.0], self.starts.1);
        let mut clock = 0;
        let mut path: Vec<Frame> = Vec::new();
        let mut roots: Vec<Root> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut entering = Some((start, 0));
        loop {
            if let Some((pair, entry)) = entering.take() {
                let at = self.place(pair);
                self.number[at] = clock;
                roots.push(Root { number: clock, entry, inside: 0 });
                clock += 1;
                open.push(pair);
                path.push(Frame { pair, edge: 0, other: 0 });
            }
            let Some(frame) = path.last_mut() else { return true };
            match self.next_edge(frame, budget) {
                Some((pair, marks)) => match self.number[self.place(pair)] {
                    NEW => entering = Some((pair, marks)),
                    DEAD => {}
                    number => {
                        if close_cycle(&mut roots, number, marks) == self.all {
                            return false;
                        }
                    }
                },
                None => {
                    let pair = frame.pair;
                    path.pop();
                    let number = self.number[self.place(pair)];
                    if roots.last().is_some_and(|root| root.number == number) {
                        roots.pop();
                        while let Some(member) = open.pop() {
                            let at = self.place(member);
                            self.number[at] = DEAD;
                            if member == pair {
                                break;
                            }
                        }
                    }
                }
            }
        }
    }

    fn place(&self, (class, state): (usize, usize)) -> usize {
        class * self.negation.len() + state
    }

    /// The next pair of edges that can be taken together: where they lead and their marks.
    fn next_edge(&self, frame: &mut Frame, budget: &mut usize) -> Option<((usize, usize), u128)> {
        let (class, state) = frame.pair;
        while let Some(edge) = self.out[class].get(frame.edge) {
            let others = &self.negation[state];
            *budget = budget.saturating_sub(1);
            while let Some(other) = others.get(frame.other) {
                frame.other += 1;
                if edge.letters & other.letters != 0 {
                    let marks = if self.on_states { self.marks[class] } else { edge.marks };
                    let marks = u128::from(marks) | u128::from(other.marks) << 64;
                    return Some(((self.class[edge.target], other.target), marks));
                }
            }
            frame.other = 0;
            frame.edge += 1;
        }
        None
    }
}

/// Joins the components of the path from the one with the given pair on; the marks inside.
fn close_cycle(roots: &mut Vec<Root>, number: u32, mut marks: u128) -> u128 {
    while let Some(root) = roots.last_mut() {
        marks |= root.inside;
        if root.number <= number {
            root.inside = marks;
            break;
        }
        marks |= root.entry;
        roots.pop();
    }
    marks
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
