//! Index quantifiers, written out.
//!
//! *Idea:* `forall i in S: f` is the conjunction of `f` with each element of `S` in the place of `i`, and
//! `exists` the disjunction. The elements are texts that the caller supplies for the text of the set;
//! the substitution replaces whole names in propositions, but not names of fields, labels and remote
//! variables (after `.`, `@`, `:`), nor what stands in quotes.
//! *Guarantees:* inner quantifiers of the same name shadow outer ones; the result has no quantifiers over
//! indices and at most [`MAX_NODES`] nodes. *Cost:* the size of the result.

use std::fmt;
use std::sync::Arc;

use super::{Atom, Formula, Index, Node, Quantifier};

/// How large an expanded formula may become.
pub const MAX_NODES: usize = 1_000_000;

/// Why an index quantifier cannot be written out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpandError {
    /// The caller does not know the set.
    UnknownSet(Arc<str>),
    /// The result would have more than a million operators.
    TooLarge,
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpandError::UnknownSet(set) => {
                write!(f, "`{set}` is not a set that can be enumerated")
            }
            ExpandError::TooLarge => write!(f, "the quantifiers unfold to too large a formula"),
        }
    }
}

impl std::error::Error for ExpandError {}

/// The numbers of a range such as `0..3`, which includes both ends, as texts.
pub fn integer_range(set: &str) -> Option<Vec<String>> {
    let (low, high) = set.split_once("..")?;
    let (low, high) = (low.trim().parse::<i64>().ok()?, high.trim().parse::<i64>().ok()?);
    let size = high.checked_sub(low)?;
    (size < MAX_NODES as i64).then(|| (low..=high).map(|i| i.to_string()).collect())
}

impl Formula {
    /// Writes all index quantifiers out. `elements` enumerates a set from its text (after substitution
    /// of outer indices); ranges of integer literals need no help.
    ///
    /// ```
    /// let f = burnside_logic::parse("forall i in P: [] !err[i]").unwrap();
    /// let g = f.expanded(|set| (set == "P").then(|| vec!["0".into(), "1".into()])).unwrap();
    /// assert_eq!(g.to_string(), "[] !(err[0]) && [] !(err[1])");
    /// ```
    pub fn expanded(
        &self,
        elements: impl FnMut(&str) -> Option<Vec<String>>,
    ) -> Result<Formula, ExpandError> {
        Expansion { elements, bound: Vec::new(), nodes: 0 }.formula(self)
    }
}

struct Expansion<C> {
    elements: C,
    /// Bound names with the element that replaces them, innermost last.
    bound: Vec<(Arc<str>, String)>,
    nodes: usize,
}

impl<C: FnMut(&str) -> Option<Vec<String>>> Expansion<C> {
    fn formula(&mut self, formula: &Formula) -> Result<Formula, ExpandError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(ExpandError::TooLarge);
        }
        match formula.node() {
            Node::Index(quantifier, index, body) => self.index(*quantifier, index, body),
            Node::Atom(atom) => {
                let text = self.substitute(&atom.text).into();
                Ok(Node::Atom(Atom { text, span: atom.span.clone() }).into())
            }
            _ => formula.map_children(|child| self.formula(child)),
        }
    }

    fn index(
        &mut self,
        quantifier: Quantifier,
        index: &Index,
        body: &Formula,
    ) -> Result<Formula, ExpandError> {
        let set = self.substitute(&index.set);
        let elements = integer_range(&set).or_else(|| (self.elements)(&set));
        let elements = elements.ok_or_else(|| ExpandError::UnknownSet(set.into()))?;
        let mut parts = Vec::with_capacity(elements.len());
        for element in elements {
            self.bound.push((index.name.clone(), element));
            let part = self.formula(body);
            self.bound.pop();
            parts.push(part?);
        }
        Ok(match quantifier {
            Quantifier::All => Formula::all(parts),
            Quantifier::Some => Formula::any(parts),
        })
    }

    /// Replaces bound names in a model expression.
    fn substitute(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        let mut previous = ' ';
        while let Some(c) = rest.chars().next() {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let length = match c {
                '"' => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
                c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            let (piece, tail) = rest.split_at(length);
            let replacement = self.bound.iter().rev().find(|(name, _)| **name == *piece);
            match replacement {
                Some((_, element)) if !".@:".contains(previous) || text_range(&out) => {
                    out.push_str(element);
                }
                _ => out.push_str(piece),
            }
            if !c.is_whitespace() {
                previous = c;
            }
            rest = tail;
        }
        out
    }
}

/// Does the text end in `..`, so that what follows is the end of a range and not a field?
fn text_range(text: &str) -> bool {
    text.trim_end().ends_with("..")
}
