//! From a formula to a generalised Büchi automaton with acceptance on edges.
//!
//! *Idea:* a state is a set of obligations, that is, a conjunction of formulas. Its formula is unfolded once
//! (`a U b = b | (a & promise(b) & X(a U b))`) into a Boolean function over propositions, "next" variables
//! and promises. Each way to satisfy the function is an edge: the propositions are its label, the "next"
//! variables the target, and the promises it makes name the acceptance sets it is *not* in. States whose
//! functions are equal are one state.
//! *Source:* Couvreur, *On-the-fly verification of linear temporal logic* (FM 1999); Duret-Lutz, *LTL
//! translation improvements in Spot* (VECoS 2011) for `G` over recurring obligations.
//! *Where we differ:* propositions are tested first in the variable order, so that the part of the diagram
//! below them is what remains to be satisfied for a class of letters: no enumeration of letters.
//! *Requires:* at most 64 propositions. *Guarantees:* the language is that of the formula.
//! *Cost:* at worst exponential in the formula.

use super::graph::{Edge, Graph, Marks, all_marks};
use crate::bdd::{Bdd, Fun, QuickMap};
use crate::formula::term::{Op, Term, Terms};

/// Variables below this one are propositions.
pub(crate) const FIRST_INTERNAL: u32 = 64;

/// An automaton with more edges than this for each allowed state is too large as well, and so is a decision
/// diagram with more nodes.
const EDGES_PER_STATE: usize = 20;

/// Why a translation stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overflow {
    /// More states than allowed.
    States,
    /// More eventualities than there are marks.
    Promises,
}

/// What a variable of the unfolding stands for.
#[derive(Clone, Copy, Debug)]
enum Variable {
    /// The term must hold in the next state.
    Next(Term),
    /// The eventuality with this number is postponed.
    Promise(u32),
}

/// Builds the automaton of a term, with at most `max_states` states.
pub(crate) fn translate(
    terms: &mut Terms,
    bdd: &mut Bdd,
    term: Term,
    max_states: usize,
) -> Result<Graph, Overflow> {
    let nodes = EDGES_PER_STATE.saturating_mul(max_states);
    let graph = bdd.within(nodes, |bdd| {
        let mut tableau = Tableau {
            terms,
            bdd,
            variables: Vec::new(),
            next: QuickMap::default(),
            promise: QuickMap::default(),
            unfolded: QuickMap::default(),
            residuals: QuickMap::default(),
            sets: 0,
        };
        tableau.build(term, max_states)
    });
    graph.unwrap_or(Err(Overflow::States))
}

struct Tableau<'a> {
    terms: &'a mut Terms,
    bdd: &'a mut Bdd,
    variables: Vec<Variable>,
    next: QuickMap<Term, Fun>,
    promise: QuickMap<Term, Fun>,
    unfolded: QuickMap<(Term, bool), Fun>,
    residuals: QuickMap<Fun, Vec<(Fun, Fun)>>,
    sets: u32,
}

impl Tableau<'_> {
    fn build(&mut self, term: Term, max_states: usize) -> Result<Graph, Overflow> {
        let function = self.unfold(term, false);
        if function == Fun::FALSE {
            return Ok(Graph::nothing());
        }
        let mut number: QuickMap<Fun, usize> = QuickMap::default();
        number.insert(function, 0);
        let mut states = vec![function];
        // Edges carry the promises they make until the number of sets is known.
        let mut out: Vec<Vec<Edge>> = Vec::new();
        let mut edge_count = 0;
        while let Some(&function) = states.get(out.len()) {
            let mut edges = Vec::new();
            let limit = EDGES_PER_STATE.saturating_mul(max_states);
            for (residual, label) in self.split(function, limit).ok_or(Overflow::States)? {
                let products = self.bdd.cubes_within(residual, limit - edges.len().min(limit));
                for product in products.ok_or(Overflow::States)? {
                    let (target, promises) = self.target(&product);
                    let target = self.unfold(target, false);
                    if target == Fun::FALSE {
                        continue;
                    }
                    let target = *number.entry(target).or_insert_with(|| {
                        states.push(target);
                        states.len() - 1
                    });
                    edges.push(Edge { label, target, marks: promises });
                }
            }
            edge_count += edges.len();
            let too_large = states.len() > max_states || edge_count / EDGES_PER_STATE > max_states;
            if too_large || self.bdd.is_exhausted() {
                return Err(Overflow::States);
            }
            out.push(edges);
        }
        if self.sets > Marks::BITS {
            return Err(Overflow::Promises);
        }
        let all = all_marks(self.sets);
        out.iter_mut().flatten().for_each(|edge| edge.marks = all & !edge.marks);
        let mut graph = Graph { sets: self.sets, initial: 0, out };
        graph.join_edges(self.bdd);
        Ok(graph)
    }

    /// The target and the promises of an edge from the variables that are set on it.
    fn target(&mut self, product: &[(u32, bool)]) -> (Term, Marks) {
        let mut obligations = Vec::new();
        let mut promises = 0;
        for &(variable, _) in product {
            match self.variables[(variable - FIRST_INTERNAL) as usize] {
                Variable::Next(term) => obligations.push(term),
                Variable::Promise(set) => promises |= 1u64.checked_shl(set).unwrap_or(0),
            }
        }
        (self.terms.and(obligations), promises)
    }

    /// What remains to be satisfied for each class of letters: pairs of a function without propositions
    /// and the label for which it remains. The functions are different, the labels disjoint. `None` if
    /// there are more than `limit`.
    fn split(&mut self, function: Fun, limit: usize) -> Option<Vec<(Fun, Fun)>> {
        let proposition = self.bdd.top(function).filter(|&var| var < FIRST_INTERNAL);
        let Some(var) = proposition else {
            let one = vec![(function, Fun::TRUE)];
            return Some(if function == Fun::FALSE { Vec::new() } else { one });
        };
        if let Some(known) = self.residuals.get(&function) {
            return Some(known.clone());
        }
        let (low, high) = self.bdd.branches(function);
        let mut all: Vec<(Fun, Fun)> = Vec::new();
        let mut index: QuickMap<Fun, usize> = QuickMap::default();
        for (branch, value) in [(low, false), (high, true)] {
            let literal = self.bdd.literal(var, value);
            for (residual, label) in self.split(branch, limit)? {
                let label = self.bdd.and(literal, label);
                let at = *index.entry(residual).or_insert(all.len());
                match all.get_mut(at) {
                    Some((_, before)) => *before = self.bdd.or(*before, label),
                    None => all.push((residual, label)),
                }
            }
        }
        if all.len() > limit {
            return None;
        }
        self.residuals.insert(function, all.clone());
        Some(all)
    }

    fn fresh(&mut self, variable: Variable) -> Fun {
        let number = FIRST_INTERNAL + self.variables.len() as u32;
        self.variables.push(variable);
        self.bdd.literal(number, true)
    }

    /// "The term holds in the next state."
    fn next(&mut self, term: Term) -> Fun {
        if term == Term::TRUE {
            return Fun::TRUE;
        }
        if let Op::And(parts) = self.terms.op(term).clone() {
            return parts.iter().fold(Fun::TRUE, |f, &part| {
                let part = self.next(part);
                self.bdd.and(f, part)
            });
        }
        if let Some(&known) = self.next.get(&term) {
            return known;
        }
        let function = self.fresh(Variable::Next(term));
        self.next.insert(term, function);
        function
    }

    /// "The eventuality is postponed." Eventualities with the same goal share a promise, since they can
    /// all be fulfilled when the goal is reached.
    fn promise(&mut self, goal: Term) -> Fun {
        if let Some(&known) = self.promise.get(&goal) {
            return known;
        }
        let function = self.fresh(Variable::Promise(self.sets));
        self.sets += 1;
        self.promise.insert(goal, function);
        function
    }

    /// The term as a condition on the present letter, the next state and promises. A `recurring` term is
    /// demanded again in the next state by a `G` around it, so that it need not demand itself.
    fn unfold(&mut self, term: Term, recurring: bool) -> Fun {
        if let Some(&known) = self.unfolded.get(&(term, recurring)) {
            return known;
        }
        let function = match self.terms.op(term).clone() {
            Op::True => Fun::TRUE,
            Op::False => Fun::FALSE,
            Op::Literal(atom, positive) => self.bdd.literal(atom, positive),
            Op::And(parts) => parts.iter().fold(Fun::TRUE, |f, &part| {
                let part = self.unfold(part, recurring);
                self.bdd.and(f, part)
            }),
            Op::Or(parts) => parts.iter().fold(Fun::FALSE, |f, &part| {
                let part = self.unfold(part, false);
                self.bdd.or(f, part)
            }),
            Op::Next(a) => self.next(a),
            Op::Always(a) => {
                let (now, again) = (self.unfold(a, true), self.again(term, recurring));
                self.bdd.and(now, again)
            }
            Op::Eventually(b) => self.unfold_until(term, Term::TRUE, b, true, recurring),
            Op::Until(a, b) => self.unfold_until(term, a, b, true, recurring),
            Op::WeakUntil(a, b) => self.unfold_until(term, a, b, false, recurring),
            Op::Release(a, b) => self.unfold_release(term, a, b, false, recurring),
            Op::StrongRelease(a, b) => self.unfold_release(term, a, b, true, recurring),
        };
        self.unfolded.insert((term, recurring), function);
        function
    }

    /// "The term holds in the next state", unless that is demanded anyway.
    fn again(&mut self, term: Term, recurring: bool) -> Fun {
        if recurring { Fun::TRUE } else { self.next(term) }
    }

    /// `b`, or `a` and the same again; the promise of `b` if it must come.
    fn unfold_until(&mut self, term: Term, a: Term, b: Term, strong: bool, recurring: bool) -> Fun {
        let (mut later, now) = (self.unfold(a, false), self.unfold(b, false));
        let again = self.again(term, recurring);
        later = self.bdd.and(later, again);
        if strong {
            let promise = self.promise(b);
            later = self.bdd.and(later, promise);
        }
        self.bdd.or(now, later)
    }

    /// `b`, and `a` or the same again; the promise of `a` if it must come.
    fn unfold_release(
        &mut self,
        term: Term,
        a: Term,
        b: Term,
        strong: bool,
        recurring: bool,
    ) -> Fun {
        let (released, holds) = (self.unfold(a, false), self.unfold(b, false));
        let mut later = self.again(term, recurring);
        if strong {
            let promise = self.promise(a);
            later = self.bdd.and(later, promise);
        }
        let either = self.bdd.or(released, later);
        self.bdd.and(holds, either)
    }
}
