//! Promela: the language of SPIN.
//!
//! The phases: `preprocess` (tokens with macros replaced, using `lex`), `parse` (a syntax tree with
//! inlines replaced), `check` (names, types and the rules SPIN enforces; gives the tables of `resolved`),
//! `lower` (to the IR).

pub mod ast;
mod check;
mod lex;
mod load;
mod lower;
mod parse;
mod preprocess;
pub mod resolved;
mod token;
mod visit;

use std::path::Path;

pub use self::load::{Input, load};
pub use self::preprocess::Loader;
use self::resolved::Resolved;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::SourceMap;

/// A program that has passed all checks.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The syntax tree.
    pub program: ast::Program,
    /// What its names stand for.
    pub resolved: Resolved,
}

/// What reading a program gives.
#[derive(Debug)]
pub struct Reading {
    /// The program, if there are no errors (there may be warnings).
    pub model: Option<Checked>,
    /// Errors and warnings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// All text, needed to show diagnostics and to name places in the model.
    pub sources: SourceMap,
}

/// Reads and checks a program.
///
/// `path` names `text` in messages and is what the loader is told when `text` includes files. `defines`
/// are definitions as on SPIN's command line, `NAME` or `NAME=VALUE`.
#[must_use]
pub fn parse(path: &Path, text: &str, defines: &[String], loader: &Loader<'_>) -> Reading {
    let mut sources = SourceMap::new();
    let mut out = Diagnostics::default();
    let tokens = preprocess::preprocess((path, text), defines, loader, &mut sources, &mut out);
    let model = tokens.and_then(|tokens| {
        let main = tokens.last().map(|t| t.span);
        let (program, suspects) = parse::parse(tokens, &mut sources, &mut out);
        let resolved = check::check(&program, suspects, main, &mut out);
        (!out.has_errors()).then_some(Checked { program, resolved })
    });
    Reading { model, diagnostics: out.into_vec(&sources), sources }
}
