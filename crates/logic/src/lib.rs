//! Temporal logic and ω-automata.

pub mod automaton;
mod bdd;
pub mod formula;
pub mod semantics;

pub use automaton::{Automaton, Options, TranslateError, is_stutter_invariant, translate};
pub use formula::term::NotLinear;
pub use formula::{Class, Formula, ParseError, Spelling, Syntax, parse, parse_with};
