//! The Hanoi Omega-Automata format, version 1.
//!
//! *Source:* Babiak et al., *The Hanoi Omega-Automata format* (CAV 2015); <https://adl.github.io/hoaf/>.
//! *Accepted:* (generalised) Büchi acceptance in any spelling, on states or edges or both, also with
//! complemented sets; labels on edges, on states, or implicit; aliases; several initial states.
//! *Refused, with a position:* other acceptance conditions, alternation, more than 64 propositions or sets.
//! *Where we differ:* a crate that reads HOA exists (`hoars`), but brings seven others along; the format
//! is small.

mod lex;
mod parse;
mod print;

use std::fmt;

/// Why a text is not an automaton that we can read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoaError {
    /// What is wrong.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl fmt::Display for HoaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for HoaError {}
