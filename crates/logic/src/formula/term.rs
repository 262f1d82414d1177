//! The normal form on which formulas are reasoned about.
//!
//! *Idea:* formulas in negation normal form, with conjunctions and disjunctions as sorted sets, stored once
//! each ("hash-consed"), so that equality is equality of numbers and results can be cached by number.
//! Syntactic traits (eventual, universal, the classes of the safety–progress hierarchy) are computed when
//! a term is first built.
//! *Source:* Etessami and Holzmann, *Optimizing Büchi automata* (CONCUR 2000) for eventual and universal
//! formulas; Manna and Pnueli, *A hierarchy of temporal properties* (PODC 1990) and Černá and Pelánek,
//! *Relating hierarchy of temporal properties to model checking* (MFCS 2003) for the classes.
//! *Guarantees:* the constructors fold constants and complementary literals and nothing else; the rest is
//! the business of [`rewrite`](super::rewrite). *Cost:* one hash lookup per construction.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::{Class, Formula, Node};

/// A formula in the [`Terms`] it was built by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term(u32);

impl Term {
    /// `true`
    pub const TRUE: Term = Term(0);
    /// `false`
    pub const FALSE: Term = Term(1);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The forms of a [`Term`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    True,
    False,
    /// A proposition (by number) or its negation.
    Literal(u32, bool),
    /// At least two parts, sorted, no part a conjunction.
    And(Arc<[Term]>),
    /// At least two parts, sorted, no part a disjunction.
    Or(Arc<[Term]>),
    Next(Term),
    Eventually(Term),
    Always(Term),
    Until(Term, Term),
    WeakUntil(Term, Term),
    Release(Term, Term),
    StrongRelease(Term, Term),
}

/// What can be seen from the form of a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// No temporal operator.
    pub boolean: bool,
    /// If a suffix of a word satisfies it, the word does.
    pub eventual: bool,
    /// If a word satisfies it, all suffixes do.
    pub universal: bool,
    /// Its place in the hierarchy.
    pub class: Class,
}

impl Traits {
    /// Does its truth depend on the far future only?
    pub fn pure(self) -> bool {
        self.eventual && self.universal
    }
}

/// Why a formula cannot be translated to a linear-time normal form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotLinear {
    /// It has path quantifiers.
    PathQuantifier,
    /// It has index quantifiers that were not written out ([`Formula::expanded`]).
    IndexQuantifier,
}

impl fmt::Display for NotLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotLinear::PathQuantifier => {
                "a formula with path quantifiers is not one of linear time"
            }
            NotLinear::IndexQuantifier => "the index quantifiers must be written out first",
        })
    }
}

impl std::error::Error for NotLinear {}

/// The store of terms, and the names of their propositions.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    ops: Vec<Op>,
    traits: Vec<Traits>,
    index: HashMap<Op, Term>,
    negations: HashMap<Term, Term>,
    atoms: Vec<Arc<str>>,
    atom_index: HashMap<Arc<str>, u32>,
}

impl Terms {
    /// A store with nothing but the constants.
    pub fn new() -> Terms {
        let mut terms = Terms {
            ops: Vec::new(),
            traits: Vec::new(),
            index: HashMap::new(),
            negations: HashMap::new(),
            atoms: Vec::new(),
            atom_index: HashMap::new(),
        };
        terms.make(Op::True);
        terms.make(Op::False);
        terms
    }

    /// The form of a term.
    pub fn op(&self, term: Term) -> &Op {
        &self.ops[term.index()]
    }

    /// The syntactic traits of a term.
    pub fn traits(&self, term: Term) -> Traits {
        self.traits[term.index()]
    }

    /// The names of the propositions, by number.
    pub fn atoms(&self) -> &[Arc<str>] {
        &self.atoms
    }

    fn make(&mut self, op: Op) -> Term {
        if let Some(&term) = self.index.get(&op) {
            return term;
        }
        let term = Term(self.ops.len() as u32);
        self.traits.push(self.traits_of(&op));
        self.index.insert(op.clone(), term);
        self.ops.push(op);
        term
    }

    /// The conjunction.
    pub fn and(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        let mut set = Vec::new();
        for part in parts {
            match self.op(part) {
                Op::And(inner) => set.extend_from_slice(inner),
                _ => set.push(part),
            }
        }
        match self.settle(&mut set, Term::TRUE, Term::FALSE) {
            Some(term) => term,
            None => self.make(Op::And(set.into())),
        }
    }

    /// The disjunction.
    pub fn or(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        let mut set = Vec::new();
        for part in parts {
            match self.op(part) {
                Op::Or(inner) => set.extend_from_slice(inner),
                _ => set.push(part),
            }
        }
        match self.settle(&mut set, Term::FALSE, Term::TRUE) {
            Some(term) => term,
            None => self.make(Op::Or(set.into())),
        }
    }

    /// Sorts a set of operands; the result is a term if it is not a proper set.
    fn settle(&self, set: &mut Vec<Term>, neutral: Term, absorbing: Term) -> Option<Term> {
        set.sort_unstable();
        set.dedup();
        set.retain(|&t| t != neutral);
        let complementary = |&t: &Term| match *self.op(t) {
            Op::Literal(atom, positive) => {
                let other = self.index.get(&Op::Literal(atom, !positive));
                other.is_some_and(|other| set.binary_search(other).is_ok())
            }
            _ => t == absorbing,
        };
        match set.len() {
            _ if set.iter().any(complementary) => Some(absorbing),
            0 => Some(neutral),
            1 => Some(set[0]),
            _ => None,
        }
    }

    /// `X a`
    pub fn next(&mut self, a: Term) -> Term {
        if a == Term::TRUE || a == Term::FALSE { a } else { self.make(Op::Next(a)) }
    }

    /// `F a`
    pub fn eventually(&mut self, a: Term) -> Term {
        if a == Term::TRUE || a == Term::FALSE { a } else { self.make(Op::Eventually(a)) }
    }

    /// `G a`
    pub fn always(&mut self, a: Term) -> Term {
        if a == Term::TRUE || a == Term::FALSE { a } else { self.make(Op::Always(a)) }
    }

    /// `a U b`
    pub fn until(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (_, Term::TRUE) | (_, Term::FALSE) | (Term::FALSE, _) => b,
            (Term::TRUE, _) => self.eventually(b),
            _ if a == b => b,
            _ => self.make(Op::Until(a, b)),
        }
    }

    /// `a W b`
    pub fn weak_until(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (_, Term::TRUE) | (Term::TRUE, _) => Term::TRUE,
            (_, Term::FALSE) => self.always(a),
            (Term::FALSE, _) => b,
            _ if a == b => b,
            _ => self.make(Op::WeakUntil(a, b)),
        }
    }

    /// `a R b`
    pub fn release(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (_, Term::TRUE) | (_, Term::FALSE) | (Term::TRUE, _) => b,
            (Term::FALSE, _) => self.always(b),
            _ if a == b => b,
            _ => self.make(Op::Release(a, b)),
        }
    }

    /// `a M b`
    pub fn strong_release(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (_, Term::FALSE) | (Term::FALSE, _) => Term::FALSE,
            (_, Term::TRUE) => self.eventually(a),
            (Term::TRUE, _) => b,
            _ if a == b => b,
            _ => self.make(Op::StrongRelease(a, b)),
        }
    }

    /// The negation.
    pub fn not(&mut self, term: Term) -> Term {
        if let Some(&negation) = self.negations.get(&term) {
            return negation;
        }
        let negation = match self.op(term).clone() {
            Op::True => Term::FALSE,
            Op::False => Term::TRUE,
            Op::Literal(atom, positive) => self.make(Op::Literal(atom, !positive)),
            Op::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&p| self.not(p)).collect();
                self.or(parts)
            }
            Op::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&p| self.not(p)).collect();
                self.and(parts)
            }
            Op::Next(a) => self.not_one(a, Terms::next),
            Op::Eventually(a) => self.not_one(a, Terms::always),
            Op::Always(a) => self.not_one(a, Terms::eventually),
            Op::Until(a, b) => self.not_both(a, b, Terms::release),
            Op::Release(a, b) => self.not_both(a, b, Terms::until),
            Op::WeakUntil(a, b) => self.not_both(a, b, Terms::strong_release),
            Op::StrongRelease(a, b) => self.not_both(a, b, Terms::weak_until),
        };
        self.negations.insert(term, negation);
        self.negations.insert(negation, term);
        negation
    }

    fn not_one(&mut self, a: Term, dual: fn(&mut Terms, Term) -> Term) -> Term {
        let a = self.not(a);
        dual(self, a)
    }

    fn not_both(&mut self, a: Term, b: Term, dual: fn(&mut Terms, Term, Term) -> Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        dual(self, a, b)
    }

    fn traits_of(&self, op: &Op) -> Traits {
        let all = |parts: &[Term], f: fn(Traits) -> bool| parts.iter().all(|&p| f(self.traits(p)));
        let (boolean, eventual, universal) = match op {
            Op::True | Op::False => (true, true, true),
            Op::Literal(..) => (true, false, false),
            Op::And(parts) | Op::Or(parts) => {
                (all(parts, |t| t.boolean), all(parts, |t| t.eventual), all(parts, |t| t.universal))
            }
            Op::Next(a) => (false, self.traits(*a).eventual, self.traits(*a).universal),
            Op::Eventually(a) => (false, true, self.traits(*a).universal),
            Op::Always(a) => (false, self.traits(*a).eventual, true),
            Op::Until(a, b) | Op::WeakUntil(a, b) | Op::Release(a, b) | Op::StrongRelease(a, b) => {
                let both = [*a, *b];
                let late = matches!(op, Op::Until(..)) && self.traits(*b).eventual;
                let early = matches!(op, Op::Release(..)) && self.traits(*b).universal;
                let eventual = late || all(&both, |t| t.eventual);
                (false, eventual, early || all(&both, |t| t.universal))
            }
        };
        Traits { boolean, eventual, universal, class: Class::of_op(op, |t| self.traits(t).class) }
    }

    /// Builds the normal form of a formula.
    pub fn import(&mut self, formula: &Formula) -> Result<Term, NotLinear> {
        self.import_signed(formula, true)
    }

    fn atom(&mut self, text: &Arc<str>) -> u32 {
        if let Some(&number) = self.atom_index.get(text) {
            return number;
        }
        let number = self.atoms.len() as u32;
        self.atoms.push(text.clone());
        self.atom_index.insert(text.clone(), number);
        number
    }

    /// The normal form of the formula or of its negation.
    fn import_signed(&mut self, formula: &Formula, sign: bool) -> Result<Term, NotLinear> {
        let term = match formula.node() {
            Node::Constant(value) if *value == sign => Term::TRUE,
            Node::Constant(_) => Term::FALSE,
            Node::Atom(atom) => {
                let number = self.atom(&atom.text);
                self.make(Op::Literal(number, sign))
            }
            Node::Not(a) => self.import_signed(a, !sign)?,
            Node::And(parts) | Node::Or(parts) => {
                let parts = parts
                    .iter()
                    .map(|p| self.import_signed(p, sign))
                    .collect::<Result<Vec<_>, _>>()?;
                let conjunction = matches!(formula.node(), Node::And(_)) == sign;
                if conjunction { self.and(parts) } else { self.or(parts) }
            }
            Node::Implies(a, b) => {
                let (a, b) = (self.import_signed(a, !sign)?, self.import_signed(b, sign)?);
                if sign { self.or([a, b]) } else { self.and([a, b]) }
            }
            Node::Equivalent(a, b) => {
                let (a, b) = (self.import_signed(a, true)?, self.import_signed(b, sign)?);
                let (not_a, not_b) = (self.not(a), self.not(b));
                let (both, neither) = (self.and([a, b]), self.and([not_a, not_b]));
                self.or([both, neither])
            }
            Node::Next(a) => self.import_one(a, sign, Terms::next, Terms::next)?,
            Node::Eventually(a) => self.import_one(a, sign, Terms::eventually, Terms::always)?,
            Node::Always(a) => self.import_one(a, sign, Terms::always, Terms::eventually)?,
            Node::Until(a, b) => self.import_both(a, b, sign, Terms::until, Terms::release)?,
            Node::Release(a, b) => self.import_both(a, b, sign, Terms::release, Terms::until)?,
            Node::WeakUntil(a, b) => {
                self.import_both(a, b, sign, Terms::weak_until, Terms::strong_release)?
            }
            Node::StrongRelease(a, b) => {
                self.import_both(a, b, sign, Terms::strong_release, Terms::weak_until)?
            }
            Node::Path(..) => return Err(NotLinear::PathQuantifier),
            Node::Index(..) => return Err(NotLinear::IndexQuantifier),
        };
        Ok(term)
    }

    fn import_one(
        &mut self,
        a: &Formula,
        sign: bool,
        plain: fn(&mut Terms, Term) -> Term,
        dual: fn(&mut Terms, Term) -> Term,
    ) -> Result<Term, NotLinear> {
        let a = self.import_signed(a, sign)?;
        Ok(if sign { plain(self, a) } else { dual(self, a) })
    }

    fn import_both(
        &mut self,
        a: &Formula,
        b: &Formula,
        sign: bool,
        plain: fn(&mut Terms, Term, Term) -> Term,
        dual: fn(&mut Terms, Term, Term) -> Term,
    ) -> Result<Term, NotLinear> {
        let (a, b) = (self.import_signed(a, sign)?, self.import_signed(b, sign)?);
        Ok(if sign { plain(self, a, b) } else { dual(self, a, b) })
    }

    /// The term as a formula to be shown.
    pub fn export(&self, term: Term) -> Formula {
        let both = |a: &Term, b: &Term| (self.export(*a), self.export(*b));
        match self.op(term) {
            Op::True => Formula::constant(true),
            Op::False => Formula::constant(false),
            Op::Literal(atom, positive) => {
                let atom = Formula::atom(&self.atoms[*atom as usize]);
                if *positive { atom } else { atom.negated() }
            }
            Op::And(parts) => Formula::all(parts.iter().map(|&p| self.export(p)).collect()),
            Op::Or(parts) => Formula::any(parts.iter().map(|&p| self.export(p)).collect()),
            Op::Next(a) => Node::Next(self.export(*a)).into(),
            Op::Eventually(a) => Node::Eventually(self.export(*a)).into(),
            Op::Always(a) => Node::Always(self.export(*a)).into(),
            Op::Until(a, b) => {
                let (a, b) = both(a, b);
                Node::Until(a, b).into()
            }
            Op::WeakUntil(a, b) => {
                let (a, b) = both(a, b);
                Node::WeakUntil(a, b).into()
            }
            Op::Release(a, b) => {
                let (a, b) = both(a, b);
                Node::Release(a, b).into()
            }
            Op::StrongRelease(a, b) => {
                let (a, b) = both(a, b);
                Node::StrongRelease(a, b).into()
            }
        }
    }
}
