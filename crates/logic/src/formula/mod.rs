//! Formulas as the user wrote them.
//!
//! A [`Formula`] is an immutable syntax tree that is cheap to clone. It has every operator of the input
//! syntax, index quantifiers and path quantifiers included, so that it can be printed back; reasoning
//! about formulas happens on a normal form (`term.rs`), to which linear-time formulas are converted.
//!
//! Propositions are opaque: an [`Atom`] is a piece of source text that the owner of the model interprets.

mod class;
mod disjunction;
mod expand;
mod implication;
mod operand;
mod parse;
mod print;
pub(crate) mod rewrite;
mod scan;
pub(crate) mod term;

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

pub use class::Class;
pub use expand::{ExpandError, integer_range};
pub use parse::{ParseError, Syntax, parse, parse_with};
pub use print::Spelling;

/// A temporal formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Formula(Arc<Node>);

/// The forms of a [`Formula`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// `true` or `false`.
    Constant(bool),
    /// A proposition.
    Atom(Atom),
    /// `!a`
    Not(Formula),
    /// `a && b && …`
    And(Vec<Formula>),
    /// `a || b || …`
    Or(Vec<Formula>),
    /// `a -> b`
    Implies(Formula, Formula),
    /// `a <-> b`
    Equivalent(Formula, Formula),
    /// `X a`: in the next state.
    Next(Formula),
    /// `<> a`: now or later.
    Eventually(Formula),
    /// `[] a`: now and forever.
    Always(Formula),
    /// `a U b`: `b` comes, and `a` holds until then.
    Until(Formula, Formula),
    /// `a W b`: as `U`, but `b` need not come if `a` holds forever.
    WeakUntil(Formula, Formula),
    /// `a R b`, in SPIN `a V b`: `b` holds up to and including the moment when `a` holds, or forever.
    Release(Formula, Formula),
    /// `a M b`: as `R`, but `a` must come.
    StrongRelease(Formula, Formula),
    /// `forall i in S: a` or `exists i in S: a`.
    Index(Quantifier, Index, Formula),
    /// `A a` or `E a`: on all paths, on some path.
    Path(Quantifier, Formula),
}

/// All or some.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// `forall`, `A`
    All,
    /// `exists`, `E`
    Some,
}

/// The bound name of an index quantifier and the set it ranges over.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Index {
    /// The bound name.
    pub name: Arc<str>,
    /// The source text of the set, such as `P` or `0..3`; the owner of the model says what is in it.
    pub set: Arc<str>,
}

/// A proposition: source text that the owner of the model interprets.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The text, with outer space and quotes removed.
    pub text: Arc<str>,
    /// Where it stood in the parsed text, in bytes. Atoms are equal when their texts are.
    pub span: Range<usize>,
}

impl PartialEq for Atom {
    fn eq(&self, other: &Atom) -> bool {
        self.text == other.text
    }
}

impl Eq for Atom {}

impl Hash for Atom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl From<Node> for Formula {
    fn from(node: Node) -> Formula {
        Formula(Arc::new(node))
    }
}

impl Formula {
    /// The top of the tree.
    pub fn node(&self) -> &Node {
        &self.0
    }

    /// `true` or `false`.
    pub fn constant(value: bool) -> Formula {
        Node::Constant(value).into()
    }

    /// A proposition that stands in no source text.
    pub fn atom(text: &str) -> Formula {
        Node::Atom(Atom { text: text.into(), span: 0..0 }).into()
    }

    /// The conjunction; `true` of nothing.
    pub fn all(parts: Vec<Formula>) -> Formula {
        match parts.len() {
            0 => Formula::constant(true),
            1 => parts.into_iter().next().unwrap_or_else(|| Formula::constant(true)),
            _ => Node::And(parts).into(),
        }
    }

    /// The disjunction; `false` of nothing.
    pub fn any(parts: Vec<Formula>) -> Formula {
        match parts.len() {
            0 => Formula::constant(false),
            1 => parts.into_iter().next().unwrap_or_else(|| Formula::constant(false)),
            _ => Node::Or(parts).into(),
        }
    }

    /// The negation; a double negation cancels.
    pub fn negated(&self) -> Formula {
        match self.node() {
            Node::Not(inner) => inner.clone(),
            Node::Constant(value) => Formula::constant(!value),
            _ => Node::Not(self.clone()).into(),
        }
    }

    /// The direct subformulas, in the order of writing.
    pub fn children(&self) -> Vec<&Formula> {
        match self.node() {
            Node::Constant(_) | Node::Atom(_) => Vec::new(),
            Node::And(parts) | Node::Or(parts) => parts.iter().collect(),
            Node::Not(a) | Node::Next(a) | Node::Eventually(a) | Node::Always(a) => vec![a],
            Node::Index(_, _, a) | Node::Path(_, a) => vec![a],
            Node::Implies(a, b)
            | Node::Equivalent(a, b)
            | Node::Until(a, b)
            | Node::WeakUntil(a, b)
            | Node::Release(a, b)
            | Node::StrongRelease(a, b) => vec![a, b],
        }
    }

    /// The same operator over other subformulas, which `change` makes from the present ones.
    pub fn map_children<E>(
        &self,
        mut change: impl FnMut(&Formula) -> Result<Formula, E>,
    ) -> Result<Formula, E> {
        let node = match self.node() {
            Node::Constant(_) | Node::Atom(_) => return Ok(self.clone()),
            Node::And(parts) => Node::And(parts.iter().map(change).collect::<Result<_, E>>()?),
            Node::Or(parts) => Node::Or(parts.iter().map(change).collect::<Result<_, E>>()?),
            Node::Not(a) => Node::Not(change(a)?),
            Node::Next(a) => Node::Next(change(a)?),
            Node::Eventually(a) => Node::Eventually(change(a)?),
            Node::Always(a) => Node::Always(change(a)?),
            Node::Index(q, index, a) => Node::Index(*q, index.clone(), change(a)?),
            Node::Path(q, a) => Node::Path(*q, change(a)?),
            Node::Implies(a, b) => Node::Implies(change(a)?, change(b)?),
            Node::Equivalent(a, b) => Node::Equivalent(change(a)?, change(b)?),
            Node::Until(a, b) => Node::Until(change(a)?, change(b)?),
            Node::WeakUntil(a, b) => Node::WeakUntil(change(a)?, change(b)?),
            Node::Release(a, b) => Node::Release(change(a)?, change(b)?),
            Node::StrongRelease(a, b) => Node::StrongRelease(change(a)?, change(b)?),
        };
        Ok(node.into())
    }

    /// The propositions, each once, in the order of their first occurrence.
    pub fn atoms(&self) -> Vec<Atom> {
        fn collect(formula: &Formula, seen: &mut HashSet<Arc<str>>, out: &mut Vec<Atom>) {
            if let Node::Atom(atom) = formula.node()
                && seen.insert(atom.text.clone())
            {
                out.push(atom.clone());
            }
            formula.children().into_iter().for_each(|child| collect(child, seen, out));
        }
        let mut out = Vec::new();
        collect(self, &mut HashSet::new(), &mut out);
        out
    }

    /// Does a subformula satisfy `test`?
    pub fn contains(&self, test: &impl Fn(&Node) -> bool) -> bool {
        test(self.node()) || self.children().into_iter().any(|child| child.contains(test))
    }

    /// Is it free of path quantifiers, so that it speaks about one run?
    pub fn is_linear(&self) -> bool {
        !self.contains(&|node| matches!(node, Node::Path(..)))
    }

    /// Is it free of `X`? Such a formula cannot count steps, so it is stutter invariant. Formulas with `X`
    /// may be so too: [`is_stutter_invariant`](crate::is_stutter_invariant) decides.
    pub fn is_next_free(&self) -> bool {
        !self.contains(&|node| matches!(node, Node::Next(_)))
    }

    /// Is it a Boolean combination of propositions?
    pub fn is_boolean(&self) -> bool {
        !self.contains(&|node| {
            !matches!(
                node,
                Node::Constant(_)
                    | Node::Atom(_)
                    | Node::Not(_)
                    | Node::And(_)
                    | Node::Or(_)
                    | Node::Implies(..)
                    | Node::Equivalent(..)
                    | Node::Index(..)
            )
        })
    }
}
