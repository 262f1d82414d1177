//! The safety–progress hierarchy, read off a formula.
//!
//! *Idea:* each class is closed under certain operators; a formula in negation normal form that is built
//! with these alone is in the class. The converse does not hold: `F(a & !a)` is not seen to be a safety
//! property. Use the automaton where an exact answer matters.
//! *Source:* Manna and Pnueli (PODC 1990); the grammars of Černá and Pelánek (MFCS 2003), extended to
//! `W` and `M` as in Duret-Lutz, *LTL translation improvements in Spot* (VECoS 2011).
//! *Guarantees:* a class that is reported is right. *Cost:* linear.

use std::fmt;

use super::Formula;
use super::term::{NotLinear, Op, Term, Terms};

/// The classes of the hierarchy in which a property is known to lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Class {
    /// Each violation is seen after finitely many steps.
    pub safety: bool,
    /// Each fulfilment is seen after finitely many steps ("co-safety").
    pub guarantee: bool,
    /// A Boolean combination of safety and guarantee.
    pub obligation: bool,
    /// Something good infinitely often; deterministic Büchi automata express exactly these.
    pub recurrence: bool,
    /// Something good from some point on; the negation of a recurrence.
    pub persistence: bool,
}

impl Class {
    /// In every class: what depends on the present state only.
    const ALL: Class = Class {
        safety: true,
        guarantee: true,
        obligation: true,
        recurrence: true,
        persistence: true,
    };

    fn meet(self, other: Class) -> Class {
        Class {
            safety: self.safety && other.safety,
            guarantee: self.guarantee && other.guarantee,
            obligation: self.obligation && other.obligation,
            recurrence: self.recurrence && other.recurrence,
            persistence: self.persistence && other.persistence,
        }
    }

    /// The inclusions between the classes.
    fn closed(mut self) -> Class {
        self.obligation |= self.safety || self.guarantee;
        self.recurrence |= self.obligation;
        self.persistence |= self.obligation;
        self
    }

    /// The class of a term from the classes of its subterms.
    pub(super) fn of_op(op: &Op, class: impl Fn(Term) -> Class) -> Class {
        let found = match op {
            Op::True | Op::False | Op::Literal(..) => Class::ALL,
            Op::And(parts) | Op::Or(parts) => {
                parts.iter().fold(Class::ALL, |all, &part| all.meet(class(part)))
            }
            Op::Next(a) => class(*a),
            Op::Always(a) => {
                let a = class(*a);
                Class { guarantee: false, obligation: false, persistence: false, ..a }
            }
            Op::Eventually(a) => {
                let a = class(*a);
                Class { safety: false, obligation: false, recurrence: false, ..a }
            }
            Op::Until(a, b) => {
                let (a, b) = (class(*a), class(*b));
                Class {
                    safety: false,
                    guarantee: a.guarantee && b.guarantee,
                    obligation: a.obligation && b.guarantee,
                    recurrence: a.recurrence && b.guarantee,
                    persistence: a.persistence && b.persistence,
                }
            }
            Op::WeakUntil(a, b) => {
                let (a, b) = (class(*a), class(*b));
                Class {
                    safety: a.safety && b.safety,
                    guarantee: false,
                    obligation: a.safety && b.obligation,
                    recurrence: a.recurrence && b.recurrence,
                    persistence: a.safety && b.persistence,
                }
            }
            Op::Release(a, b) => {
                let (a, b) = (class(*a), class(*b));
                Class {
                    safety: a.safety && b.safety,
                    guarantee: false,
                    obligation: a.obligation && b.safety,
                    recurrence: a.recurrence && b.recurrence,
                    persistence: a.persistence && b.safety,
                }
            }
            Op::StrongRelease(a, b) => {
                let (a, b) = (class(*a), class(*b));
                Class {
                    safety: false,
                    guarantee: a.guarantee && b.guarantee,
                    obligation: a.guarantee && b.obligation,
                    recurrence: a.guarantee && b.recurrence,
                    persistence: a.persistence && b.persistence,
                }
            }
        };
        found.closed()
    }

    /// The smallest class with a name.
    pub fn name(self) -> &'static str {
        match self {
            Class { safety: true, guarantee: true, .. } => "bounded",
            Class { safety: true, .. } => "safety",
            Class { guarantee: true, .. } => "guarantee",
            Class { obligation: true, .. } => "obligation",
            Class { recurrence: true, .. } => "recurrence",
            Class { persistence: true, .. } => "persistence",
            _ => "reactivity",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Formula {
    /// The classes in which the formula, after simplification, is seen to lie.
    pub fn class(&self) -> Result<Class, NotLinear> {
        let mut terms = Terms::new();
        let term = terms.import(self)?;
        let term = super::rewrite::simplify(&mut terms, term);
        Ok(terms.traits(term).class)
    }
}
