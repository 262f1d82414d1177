//! Promela: the language of SPIN.
//!
//! The phases: `preprocess` (tokens with macros replaced, using `lex`), `parse` (a syntax tree with
//! inlines replaced), `check` (names, types and the rules SPIN enforces; gives the tables of `resolved`).

pub mod ast;
mod lex;
mod load;
mod lower;
mod parse;
mod preprocess;
pub mod resolved;
mod token;
mod visit;

pub use self::load::{Input, load};
pub use self::preprocess::Loader;
