//! Implication between formulas, as far as it shows in their form.
//!
//! *Idea:* `a => b` follows from implications between parts of `a` and `b`, by the fixpoint equations of
//! the temporal operators; between Boolean formulas it is decided exactly.
//! *Source:* Somenzi and Bloem, *Efficient Büchi automata from LTL formulae* (CAV 2000); Babiak et al.,
//! *LTL to Büchi automata translation: fast and more deterministic* (TACAS 2012).
//! *Guarantees:* "yes" is right; "no" means nothing. *Cost:* pairs of subterms, cached.

use super::term::{Op, Term, Terms};
use crate::bdd::{Bdd, Fun, QuickMap};

/// Cached answers.
#[derive(Clone, Debug)]
pub(crate) struct Implications {
    bdd: Bdd,
    known: QuickMap<(Term, Term), bool>,
}

impl Implications {
    /// Nothing is known yet.
    pub fn new() -> Implications {
        Implications { bdd: Bdd::new(), known: QuickMap::default() }
    }

    /// Is `b` seen to hold wherever `a` does?
    pub fn implies(&mut self, terms: &Terms, a: Term, b: Term) -> bool {
        if a == b || a == Term::FALSE || b == Term::TRUE {
            return true;
        }
        if a == Term::TRUE || b == Term::FALSE {
            return false;
        }
        if let Some(&known) = self.known.get(&(a, b)) {
            return known;
        }
        let answer = if terms.traits(a).boolean && terms.traits(b).boolean {
            let (a, b) = (self.function(terms, a), self.function(terms, b));
            self.bdd.implies(a, b)
        } else {
            self.by_parts(terms, a, b) || self.by_left(terms, a, b) || self.by_right(terms, a, b)
        };
        self.known.insert((a, b), answer);
        answer
    }

    /// A Boolean term as a function of its propositions.
    fn function(&mut self, terms: &Terms, term: Term) -> Fun {
        match terms.op(term) {
            Op::True => Fun::TRUE,
            Op::Literal(atom, positive) => self.bdd.literal(*atom, *positive),
            Op::And(parts) => parts.iter().fold(Fun::TRUE, |f, &part| {
                let part = self.function(terms, part);
                self.bdd.and(f, part)
            }),
            Op::Or(parts) => parts.iter().fold(Fun::FALSE, |f, &part| {
                let part = self.function(terms, part);
                self.bdd.or(f, part)
            }),
            _ => Fun::FALSE,
        }
    }

    /// Conjunctions and disjunctions on either side.
    fn by_parts(&mut self, terms: &Terms, a: Term, b: Term) -> bool {
        if let Op::Or(parts) = terms.op(a) {
            return parts.iter().all(|&part| self.implies(terms, part, b));
        }
        if let Op::And(parts) = terms.op(b) {
            return parts.iter().all(|&part| self.implies(terms, a, part));
        }
        if let Op::And(parts) = terms.op(a)
            && parts.iter().any(|&part| self.implies(terms, part, b))
        {
            return true;
        }
        matches!(terms.op(b), Op::Or(parts) if parts.iter().any(|&part| self.implies(terms, a, part)))
    }

    /// What follows from the operator of `a`.
    fn by_left(&mut self, terms: &Terms, a: Term, b: Term) -> bool {
        let late = terms.traits(b).eventual;
        match *terms.op(a) {
            Op::Next(x) => late && self.implies(terms, x, b),
            Op::Eventually(x) => late && self.implies(terms, x, b),
            Op::Always(x) => self.implies(terms, x, b),
            Op::Until(x, y) => self.implies(terms, y, b) && (late || self.implies(terms, x, b)),
            Op::WeakUntil(x, y) => self.implies(terms, y, b) && self.implies(terms, x, b),
            Op::Release(_, y) => self.implies(terms, y, b),
            Op::StrongRelease(x, y) => {
                self.implies(terms, y, b) || (late && self.implies(terms, x, b))
            }
            _ => false,
        }
    }

    /// What suffices for the operator of `b`.
    fn by_right(&mut self, terms: &Terms, a: Term, b: Term) -> bool {
        let lasting = terms.traits(a).universal;
        match *terms.op(b) {
            Op::Next(y) => match *terms.op(a) {
                Op::Next(x) => self.implies(terms, x, y),
                _ => lasting && self.implies(terms, a, y),
            },
            Op::Eventually(y) => self.implies(terms, a, y),
            Op::Always(y) => lasting && self.implies(terms, a, y),
            Op::Until(c, d) => {
                self.implies(terms, a, d)
                    || match *terms.op(a) {
                        Op::Until(x, y) => self.implies(terms, x, c) && self.implies(terms, y, b),
                        Op::StrongRelease(x, y) => {
                            self.implies(terms, y, c) && self.implies(terms, x, b)
                        }
                        _ => false,
                    }
            }
            Op::WeakUntil(c, d) => {
                self.implies(terms, a, d)
                    || (lasting && self.implies(terms, a, c))
                    || match *terms.op(a) {
                        Op::Until(x, y) | Op::WeakUntil(x, y) => {
                            self.implies(terms, x, c) && self.implies(terms, y, b)
                        }
                        Op::Release(x, y) | Op::StrongRelease(x, y) => {
                            self.implies(terms, y, c) && self.implies(terms, x, b)
                        }
                        _ => false,
                    }
            }
            Op::Release(c, d) => {
                if lasting && self.implies(terms, a, d) {
                    return true;
                }
                match *terms.op(a) {
                    Op::Release(x, y) | Op::StrongRelease(x, y) => {
                        self.implies(terms, y, d) && self.implies(terms, x, c)
                    }
                    Op::Until(x, y) | Op::WeakUntil(x, y) => {
                        self.implies(terms, x, d) && self.implies(terms, y, b)
                    }
                    _ => self.implies(terms, a, c) && self.implies(terms, a, d),
                }
            }
            Op::StrongRelease(c, d) => match *terms.op(a) {
                Op::StrongRelease(x, y) => self.implies(terms, y, d) && self.implies(terms, x, c),
                Op::Until(x, y) => self.implies(terms, x, d) && self.implies(terms, y, b),
                _ => self.implies(terms, a, c) && self.implies(terms, a, d),
            },
            _ => false,
        }
    }
}
