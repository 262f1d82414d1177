//! Promela: the language of SPIN.
//!
//! The phases: `preprocess` (tokens with macros replaced, using `lex`), `parse` (a syntax tree with
//! inlines replaced), `check` (names, types and the rules SPIN enforces; gives the tables of `resolved`).

pub mod ast;
mod lex;
mod lower;
mod parse;
mod preprocess;
pub mod resolved;
mod token;
mod visit;

use std::path::Path;

pub use self::preprocess::Loader;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::SourceMap;

/// Reads a program without checking it.
pub fn parse_only(
    path: &Path,
    text: &str,
    defines: &[String],
    loader: &Loader<'_>,
) -> (Option<ast::Program>, Vec<Diagnostic>, SourceMap) {
    let mut map = SourceMap::new();
    let mut out = Diagnostics::default();
    let program = preprocess::preprocess((path, text), defines, loader, &mut map, &mut out)
        .map(|tokens| parse::parse(tokens, &mut map, &mut out));
    (program, out.into_vec(), map)
}
