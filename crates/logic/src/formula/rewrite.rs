//! Simplification by rewriting.
//!
//! *Idea:* equivalences that make a formula smaller, or split it where the automaton will profit, applied
//! from the innermost subformula outwards. Each rule is written once, for one of two dual operators; the
//! other one is simplified through its negation.
//! *Source:* Etessami and Holzmann (CONCUR 2000): eventual and universal formulas; Somenzi and Bloem
//! (CAV 2000): implications; Babiak, Křetínský, Řehák, Strejček (TACAS 2012): alternating formulas;
//! Duret-Lutz (VECoS 2011) for a collection.
//! *Guarantees:* the result is equivalent to the argument. *Cost:* about quadratic in the number of
//! subterms.
//!
//! Names in the rules: `e` is eventual, `u` universal, `q` both.

use super::Formula;
use super::implication::Implications;
use super::term::{NotLinear, Op, Term, Terms};
use crate::bdd::QuickMap;

/// How many rules may call each other before the rest of a term is left as it is.
pub(super) const MAX_NESTING: usize = 400;

/// The simplified term.
pub(crate) fn simplify(terms: &mut Terms, term: Term) -> Term {
    Rewriter { terms, implications: Implications::new(), done: QuickMap::default(), nesting: 0 }
        .simplify(term)
}

impl Formula {
    /// An equivalent formula in negation normal form that is usually smaller.
    pub fn simplified(&self) -> Result<Formula, NotLinear> {
        let mut terms = Terms::new();
        let term = terms.import(self)?;
        let term = simplify(&mut terms, term);
        Ok(terms.export(term))
    }

    /// The formula with negations only before propositions and without `->` and `<->`.
    pub fn negation_normal_form(&self) -> Result<Formula, NotLinear> {
        let mut terms = Terms::new();
        let term = terms.import(self)?;
        Ok(terms.export(term))
    }
}

/// The state of a simplification. Its operators take simplified terms and return a simplified term.
pub(super) struct Rewriter<'a> {
    pub(super) terms: &'a mut Terms,
    implications: Implications,
    done: QuickMap<Term, Term>,
    /// How many rules are being applied inside each other.
    pub(super) nesting: usize,
}

impl Rewriter<'_> {
    fn simplify(&mut self, term: Term) -> Term {
        if let Some(&result) = self.done.get(&term) {
            return result;
        }
        let result = match self.terms.op(term).clone() {
            Op::True | Op::False | Op::Literal(..) => term,
            Op::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&p| self.simplify(p)).collect();
                self.and(parts)
            }
            Op::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&p| self.simplify(p)).collect();
                self.or(parts)
            }
            Op::Next(a) => {
                let a = self.simplify(a);
                self.next(a)
            }
            Op::Eventually(a) => {
                let a = self.simplify(a);
                self.eventually(a)
            }
            Op::Always(a) => {
                let a = self.simplify(a);
                self.always(a)
            }
            Op::Until(a, b) => {
                let (a, b) = (self.simplify(a), self.simplify(b));
                self.until(a, b)
            }
            Op::Release(a, b) => {
                let (a, b) = (self.simplify(a), self.simplify(b));
                self.release(a, b)
            }
            Op::WeakUntil(a, b) => {
                let (a, b) = (self.simplify(a), self.simplify(b));
                self.weak_until(a, b)
            }
            Op::StrongRelease(a, b) => {
                let (a, b) = (self.simplify(a), self.simplify(b));
                self.strong_release(a, b)
            }
        };
        self.done.insert(term, result);
        self.done.insert(result, result);
        result
    }

    pub(super) fn implies(&mut self, a: Term, b: Term) -> bool {
        self.implications.implies(self.terms, a, b)
    }

    /// Can at least one of the two not be false? That is, `!a => b`.
    pub(super) fn covers(&mut self, a: Term, b: Term) -> bool {
        let not_a = self.terms.not(a);
        self.implies(not_a, b)
    }

    fn eventual(&self, term: Term) -> bool {
        self.terms.traits(term).eventual
    }

    fn universal(&self, term: Term) -> bool {
        self.terms.traits(term).universal
    }

    fn pure(&self, term: Term) -> bool {
        self.terms.traits(term).pure()
    }

    /// The parts of a conjunction or, if `disjunction`, of a disjunction that satisfy `test`, and the
    /// others; `None` if there are none of the first kind.
    fn pull(
        &self,
        term: Term,
        disjunction: bool,
        test: impl Fn(&Self, Term) -> bool,
    ) -> Option<(Vec<Term>, Vec<Term>)> {
        let parts = match self.terms.op(term) {
            Op::And(parts) if !disjunction => parts,
            Op::Or(parts) if disjunction => parts,
            _ => return None,
        };
        let (pulled, rest): (Vec<Term>, Vec<Term>) = parts.iter().partition(|&&p| test(self, p));
        (!pulled.is_empty()).then_some((pulled, rest))
    }

    // The dual operators.

    pub(super) fn always(&mut self, a: Term) -> Term {
        let a = self.terms.not(a);
        let dual = self.eventually(a);
        self.terms.not(dual)
    }

    pub(super) fn release(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.terms.not(a), self.terms.not(b));
        let dual = self.until(a, b);
        self.terms.not(dual)
    }

    pub(super) fn weak_until(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.terms.not(a), self.terms.not(b));
        let dual = self.strong_release(a, b);
        self.terms.not(dual)
    }

    pub(super) fn and(&mut self, parts: Vec<Term>) -> Term {
        let parts: Vec<Term> = parts.into_iter().map(|p| self.terms.not(p)).collect();
        let dual = self.or(parts);
        self.terms.not(dual)
    }

    // The operators with rules.

    pub(super) fn next(&mut self, a: Term) -> Term {
        if self.pure(a) {
            return a; // X q = q
        }
        // X(a & q) = X a & q
        if let Some((mut pulled, rest)) = self.pull(a, false, Self::pure) {
            let rest = self.terms.and(rest);
            pulled.push(self.next(rest));
            return self.and(pulled);
        }
        // X(a | q) = X a | q
        if let Some((mut pulled, rest)) = self.pull(a, true, Self::pure) {
            let rest = self.terms.or(rest);
            pulled.push(self.next(rest));
            return self.or(pulled);
        }
        self.terms.next(a)
    }

    pub(super) fn eventually(&mut self, a: Term) -> Term {
        if self.eventual(a) {
            return a; // F e = e
        }
        if self.nesting >= MAX_NESTING {
            return self.terms.eventually(a);
        }
        self.nesting += 1;
        let result = self.eventually_by_rule(a);
        self.nesting -= 1;
        result.unwrap_or_else(|| self.terms.eventually(a))
    }

    fn eventually_by_rule(&mut self, a: Term) -> Option<Term> {
        // F(a & q) = F a & q
        if let Some((mut pulled, rest)) = self.pull(a, false, Self::pure) {
            let rest = self.and(rest);
            pulled.push(self.eventually(rest));
            return Some(self.and(pulled));
        }
        // F(a | e) = F a | e
        if let Some((mut pulled, rest)) = self.pull(a, true, Self::eventual) {
            let rest = self.or(rest);
            pulled.push(self.eventually(rest));
            return Some(self.or(pulled));
        }
        // F(a | u) = F a | F u, where F u becomes simpler
        if let Op::Or(parts) = self.terms.op(a).clone() {
            for &part in parts.iter().filter(|&&p| self.universal(p)).collect::<Vec<_>>() {
                let late = self.eventually(part);
                if late != self.terms.eventually(part) {
                    let rest = parts.iter().copied().filter(|&p| p != part).collect();
                    let rest = self.or(rest);
                    let rest = self.eventually(rest);
                    return Some(self.or(vec![rest, late]));
                }
            }
        }
        match *self.terms.op(a) {
            // F X a = X F a
            Op::Next(x) => {
                let x = self.eventually(x);
                Some(self.next(x))
            }
            // F(a U b) = F b
            Op::Until(_, y) => Some(self.eventually(y)),
            // F(a M b) = F(a & b)
            Op::StrongRelease(x, y) => {
                let both = self.and(vec![x, y]);
                Some(self.eventually(both))
            }
            // F(a W b) = F(G a | b)
            Op::WeakUntil(x, y) => {
                let x = self.always(x);
                let either = self.or(vec![x, y]);
                Some(self.eventually(either))
            }
            // F(a R b) = F(G b | (a & b)), unless b would be copied with all its automaton
            Op::Release(x, y) if self.terms.traits(y).boolean => {
                let (both, y) = (self.and(vec![x, y]), self.always(y));
                let either = self.or(vec![both, y]);
                Some(self.eventually(either))
            }
            Op::Always(x) => self.eventually_always(x),
            _ => None,
        }
    }

    /// Rules for `F G a`.
    fn eventually_always(&mut self, a: Term) -> Option<Term> {
        // F G(a | u) = F G a | F u
        if let Some((pulled, rest)) = self.pull(a, true, Self::universal) {
            let mut parts: Vec<Term> = pulled.into_iter().map(|p| self.eventually(p)).collect();
            let rest = self.or(rest);
            let rest = self.always(rest);
            parts.push(self.eventually(rest));
            return Some(self.or(parts));
        }
        // F G(a & e) = F G a & G e
        if let Some((pulled, rest)) = self.pull(a, false, Self::eventual) {
            let mut parts: Vec<Term> = pulled.into_iter().map(|p| self.always(p)).collect();
            let rest = self.and(rest);
            let rest = self.always(rest);
            parts.push(self.eventually(rest));
            return Some(self.and(parts));
        }
        // F G(a U b) = F G(a | b) & G F b
        if let Op::Until(x, y) = *self.terms.op(a) {
            let either = self.or(vec![x, y]);
            let (either, often) = (self.always(either), self.eventually(y));
            let (either, often) = (self.eventually(either), self.always(often));
            return Some(self.and(vec![either, often]));
        }
        None
    }

    pub(super) fn until(&mut self, a: Term, b: Term) -> Term {
        if a == Term::TRUE {
            return self.eventually(b);
        }
        // a U e = e; more generally a U b = b if (a & X b) => b
        if b == Term::TRUE || b == Term::FALSE || a == Term::FALSE || self.absorbs(a, b) {
            return b;
        }
        if self.implies(a, b) {
            return b;
        }
        if self.covers(a, b) {
            return self.eventually(b); // !a => b
        }
        if self.nesting >= MAX_NESTING {
            return self.terms.until(a, b);
        }
        self.nesting += 1;
        let result = self.until_by_rule(a, b);
        self.nesting -= 1;
        result.unwrap_or_else(|| self.terms.until(a, b))
    }

    /// Is `(a & X b) => b` seen to hold?
    fn absorbs(&mut self, a: Term, b: Term) -> bool {
        if self.eventual(b) {
            return true;
        }
        match self.terms.op(b).clone() {
            Op::Until(c, _) | Op::WeakUntil(c, _) => self.implies(a, c),
            Op::Release(_, d) | Op::StrongRelease(_, d) | Op::Always(d) => self.implies(a, d),
            Op::And(parts) | Op::Or(parts) => parts.iter().all(|&part| self.absorbs(a, part)),
            _ => false,
        }
    }

    fn until_by_rule(&mut self, a: Term, b: Term) -> Option<Term> {
        // X a U X b = X(a U b)
        if let (&Op::Next(x), &Op::Next(y)) = (self.terms.op(a), self.terms.op(b)) {
            let inner = self.until(x, y);
            return Some(self.next(inner));
        }
        // a U (b | e) = (a U b) | e
        if let Some((mut pulled, rest)) = self.pull(b, true, Self::eventual) {
            let rest = self.or(rest);
            pulled.push(self.until(a, rest));
            return Some(self.or(pulled));
        }
        // a U (b & q) = (a U b) & q
        if let Some((mut pulled, rest)) = self.pull(b, false, Self::pure) {
            let rest = self.and(rest);
            pulled.push(self.until(a, rest));
            return Some(self.and(pulled));
        }
        // a U (a & b) = b M a
        if let Some((_, rest)) = self.pull(b, false, |_, part| part == a) {
            let rest = self.and(rest);
            return Some(self.strong_release(rest, a));
        }
        if let Some(shorter) = self.shorter_left(a, b) {
            return Some(self.until(shorter, b));
        }
        // a U (b | (c U d)) = a U (b | d) if c => a
        let parts = match self.terms.op(b) {
            Op::Or(parts) => parts.to_vec(),
            _ => vec![b],
        };
        for (i, &part) in parts.iter().enumerate() {
            if let Op::Until(c, d) = *self.terms.op(part)
                && self.implies(c, a)
            {
                let mut parts = parts.clone();
                parts[i] = d;
                let right = self.or(parts);
                return Some(self.until(a, right));
            }
        }
        None
    }

    /// A simpler left side for `a U b`: what holds whenever `b` does not may go from a conjunction, what
    /// implies `b` may go from a disjunction.
    fn shorter_left(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.terms.op(a).clone() {
            Op::Or(parts) => {
                let kept: Vec<Term> =
                    parts.iter().copied().filter(|&part| !self.implies(part, b)).collect();
                (kept.len() < parts.len()).then(|| self.or(kept))
            }
            Op::And(parts) => {
                let kept: Vec<Term> =
                    parts.iter().copied().filter(|&part| !self.covers(part, b)).collect();
                (kept.len() < parts.len()).then(|| self.and(kept))
            }
            Op::Until(x, y) | Op::WeakUntil(x, y) if self.implies(x, b) => Some(y),
            _ => None,
        }
    }

    pub(super) fn strong_release(&mut self, a: Term, b: Term) -> Term {
        let never = self.terms.not(b);
        if a == Term::FALSE || b == Term::FALSE || self.implies(a, never) {
            return Term::FALSE;
        }
        if b == Term::TRUE {
            return self.eventually(a);
        }
        if a == Term::TRUE || self.implies(b, a) {
            return b;
        }
        if self.eventual(a) {
            return self.and(vec![a, b]); // e M b = e & b
        }
        if self.universal(b) {
            let a = self.eventually(a); // a M u = F a & u
            return self.and(vec![a, b]);
        }
        if self.nesting >= MAX_NESTING {
            return self.terms.strong_release(a, b);
        }
        self.nesting += 1;
        let result = self.strong_release_by_rule(a, b);
        self.nesting -= 1;
        result.unwrap_or_else(|| self.terms.strong_release(a, b))
    }

    fn strong_release_by_rule(&mut self, a: Term, b: Term) -> Option<Term> {
        // X a M X b = X(a M b)
        if let (&Op::Next(x), &Op::Next(y)) = (self.terms.op(a), self.terms.op(b)) {
            let inner = self.strong_release(x, y);
            return Some(self.next(inner));
        }
        // a M (b & u) = (a M b) & u
        if let Some((mut pulled, rest)) = self.pull(b, false, Self::universal) {
            let rest = self.and(rest);
            pulled.push(self.strong_release(a, rest));
            return Some(self.and(pulled));
        }
        // (a & q) M b = (a M b) & q
        if let Some((mut pulled, rest)) = self.pull(a, false, Self::pure) {
            let rest = self.and(rest);
            pulled.push(self.strong_release(rest, b));
            return Some(self.and(pulled));
        }
        match self.terms.op(a).clone() {
            // (a & c) M b = a M b if b => c
            Op::And(parts) => {
                let kept: Vec<Term> =
                    parts.iter().copied().filter(|&part| !self.implies(b, part)).collect();
                if kept.len() < parts.len() {
                    let a = self.and(kept);
                    return Some(self.strong_release(a, b));
                }
            }
            // (a | c) M b = a M b if c => !b
            Op::Or(parts) => {
                let never = self.terms.not(b);
                let kept: Vec<Term> =
                    parts.iter().copied().filter(|&part| !self.implies(part, never)).collect();
                if kept.len() < parts.len() {
                    let a = self.or(kept);
                    return Some(self.strong_release(a, b));
                }
            }
            _ => {}
        }
        None
    }
}
