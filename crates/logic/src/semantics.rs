//! What a formula means on an ultimately periodic word.
//!
//! *Idea:* a lasso has finitely many different suffixes, so that the truth of each subformula is a finite
//! table, filled from the innermost subformula outwards. Least and greatest fixpoints are computed by
//! going backwards around the loop until nothing changes.
//! *Source:* the textbook definition; Markey and Schnoebelen, *Model checking a path* (CONCUR 2003).
//! *Where we differ:* nowhere, on purpose: this file judges the translation to automata and the evidence
//! of the engines, and shares no code with them.
//! *Requires:* a formula without quantifiers. *Cost:* size of the formula × length of the lasso.

use crate::formula::{Atom, Formula, Node};

/// An infinite word: a prefix, then a cycle that is repeated forever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso<L> {
    /// The letters before the cycle.
    pub prefix: Vec<L>,
    /// The letters of the cycle; at least one.
    pub cycle: Vec<L>,
}

impl<L> Lasso<L> {
    /// The number of positions; after the last one the word continues at [`Lasso::loop_start`].
    pub fn len(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    /// Is there no letter at all? Such a lasso is no word.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first position of the cycle.
    pub fn loop_start(&self) -> usize {
        self.prefix.len()
    }

    /// The letter at a position.
    pub fn letter(&self, position: usize) -> &L {
        match position.checked_sub(self.prefix.len()) {
            None => &self.prefix[position],
            Some(i) => &self.cycle[i],
        }
    }
}

/// Why a formula has no truth value on a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTruth {
    /// The cycle is empty, so that the word is finite.
    FiniteWord,
    /// The formula has path quantifiers, which speak about more than one word.
    PathQuantifier,
    /// The formula has index quantifiers; write them out first ([`Formula::expanded`]).
    IndexQuantifier,
}

impl std::fmt::Display for NoTruth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoTruth::FiniteWord => "the word is finite",
            NoTruth::PathQuantifier => "the formula has path quantifiers",
            NoTruth::IndexQuantifier => "the formula has index quantifiers",
        })
    }
}

impl std::error::Error for NoTruth {}

/// Does the word satisfy the formula? `holds` says whether a proposition is true in a letter.
pub fn satisfies<L>(
    word: &Lasso<L>,
    formula: &Formula,
    holds: &impl Fn(&L, &Atom) -> bool,
) -> Result<bool, NoTruth> {
    if word.cycle.is_empty() {
        return Err(NoTruth::FiniteWord);
    }
    Ok(table(word, formula, holds)?[0])
}

/// The truth of the formula at each position.
fn table<L>(
    word: &Lasso<L>,
    formula: &Formula,
    holds: &impl Fn(&L, &Atom) -> bool,
) -> Result<Vec<bool>, NoTruth> {
    let n = word.len();
    let of = |f: &Formula| table(word, f, holds);
    let pointwise = |value: &dyn Fn(usize) -> bool| (0..n).map(value).collect::<Vec<bool>>();
    // Solves t(i) = step(i, t(i + 1)) from the given first guess: `false` gives the least solution,
    // `true` the greatest. Two rounds suffice, since the second starts with the right value at the loop.
    let fixpoint = |guess: bool, step: &dyn Fn(usize, bool) -> bool| {
        let mut t = vec![guess; n];
        for _ in 0..2 {
            for i in (0..n).rev() {
                let next = if i + 1 < n { t[i + 1] } else { t[word.loop_start()] };
                t[i] = step(i, next);
            }
        }
        t
    };
    Ok(match formula.node() {
        Node::Constant(value) => vec![*value; n],
        Node::Atom(atom) => pointwise(&|i| holds(word.letter(i), atom)),
        Node::Not(a) => of(a)?.into_iter().map(|v| !v).collect(),
        Node::And(parts) => {
            let tables = parts.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            pointwise(&|i| tables.iter().all(|t| t[i]))
        }
        Node::Or(parts) => {
            let tables = parts.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            pointwise(&|i| tables.iter().any(|t| t[i]))
        }
        Node::Implies(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            pointwise(&|i| !a[i] || b[i])
        }
        Node::Equivalent(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            pointwise(&|i| a[i] == b[i])
        }
        Node::Next(a) => {
            let a = of(a)?;
            pointwise(&|i| if i + 1 < n { a[i + 1] } else { a[word.loop_start()] })
        }
        Node::Eventually(a) => {
            let a = of(a)?;
            fixpoint(false, &|i, next| a[i] || next)
        }
        Node::Always(a) => {
            let a = of(a)?;
            fixpoint(true, &|i, next| a[i] && next)
        }
        Node::Until(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            fixpoint(false, &|i, next| b[i] || (a[i] && next))
        }
        Node::WeakUntil(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            fixpoint(true, &|i, next| b[i] || (a[i] && next))
        }
        Node::Release(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            fixpoint(true, &|i, next| b[i] && (a[i] || next))
        }
        Node::StrongRelease(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            fixpoint(false, &|i, next| b[i] && (a[i] || next))
        }
        Node::Path(..) => return Err(NoTruth::PathQuantifier),
        Node::Index(..) => return Err(NoTruth::IndexQuantifier),
    })
}
