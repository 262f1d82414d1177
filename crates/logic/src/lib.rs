//! Temporal logic and ω-automata.
//!
//! The way of a formula:
//!
//! ```text
//! text ─ formula::parse ─▶ Formula ─ expanded ─▶ Formula without index quantifiers
//!      ─ normal form, rewriting ─▶ terms ─ automaton::translate ─▶ Automaton ─▶ HOA · never claim · dot
//! ```
//!
//! Propositions are opaque texts: what `x > 3` or `P[2]@cs` means is known to the owner of the model, who
//! finds the texts in [`Formula::atoms`] and gives the automaton letters as bit sets, in the order of
//! [`Automaton::atoms`]. This crate knows neither models nor engines. [`semantics`] is the definition of
//! what a formula means, against which everything else is tested.

pub mod automaton;
mod bdd;
pub mod formula;
pub mod hoa;
pub mod semantics;

pub use automaton::{Automaton, Options, TranslateError, is_stutter_invariant, translate};
pub use formula::term::NotLinear;
pub use formula::{Class, Formula, ParseError, Spelling, Syntax, parse, parse_with};
