//! Everything from text to model.

use std::path::{Path, PathBuf};

use burnside_ir as ir;

use super::ast::{Expr, Item, Ltl, LtlBinary, LtlKind, Program};
use super::preprocess::Loader;
use super::resolved::BodyKind;
use super::{Checked, lower};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{Claim, ClaimKind, Model};
use crate::source::{SourceMap, Span};

/// What to read.
pub struct Input<'a> {
    /// The file, for messages and for includes.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// Macros: `NAME` or `NAME=VALUE`.
    pub defines: &'a [String],
    /// Further invariants, as Promela expressions over global variables and remote references.
    pub invariants: &'a [String],
    /// Fetches included files.
    pub loader: &'a Loader<'a>,
}

/// Names that no program uses: the further invariants travel as `ltl` blocks in files of these names.
const INVARIANT: &str = "--invariant ";

/// Reads a program and lowers it. There is a model if and only if no diagnostic is an error.
pub fn load(input: &Input<'_>) -> (Option<Model>, Vec<Diagnostic>, SourceMap) {
    // The invariants are read like included files, so that macros work in them and messages point there.
    let mut text = input.text.to_owned();
    for i in 0..input.invariants.len() {
        text.push_str(&format!("\n#include \"{INVARIANT}{i}\"\n"));
    }
    let loader = |name: &str, from: &Path| match name
        .strip_prefix(INVARIANT)
        .and_then(|n| n.parse::<usize>().ok())
    {
        Some(i) => {
            // The expression has a line of its own, which is what messages show.
            let block = format!("ltl __invariant_{i} {{ [] (\n{}\n) }}\n", input.invariants[i]);
            Ok((PathBuf::from(name), block))
        }
        None => (input.loader)(name, from),
    };
    let reading = super::parse(input.path, &text, input.defines, &loader);
    let (map, mut diagnostics) = (reading.sources, reading.diagnostics);
    let mut out = Diagnostics::default();
    let model = reading.model.and_then(|checked| lowered(&checked, &map, &mut out));
    diagnostics.extend(out.into_vec(&map));
    (model, diagnostics, map)
}

fn lowered(checked: &Checked, map: &SourceMap, out: &mut Diagnostics) -> Option<Model> {
    let Checked { program, resolved } = checked;
    let formulas = invariants(program);
    let mut asked = Vec::new();
    formulas.iter().for_each(|f| propositions(f, &mut asked, out));
    if out.has_errors() {
        return None;
    }
    let lowered = lower::lower(program, resolved, map, &asked, out);
    let mut lowered_propositions = lowered.propositions.into_iter();
    let invariants = formulas.iter().map(|f| rebuild(f, &mut lowered_propositions)).collect();
    let mut claims = Vec::new();
    for body in &resolved.bodies {
        let (kind, span) = match (&body.kind, &program.items[body.item]) {
            (BodyKind::Never, Item::Never(n)) => (ClaimKind::Never, n.span),
            (BodyKind::Trace, Item::Trace(t)) => (ClaimKind::Trace, t.span),
            (BodyKind::Notrace, Item::Trace(t)) => (ClaimKind::Notrace, t.span),
            _ => continue,
        };
        claims.push(claim(map, body.name.to_string(), kind, span));
    }
    let mut unnamed = 0;
    for item in &program.items {
        let Item::Ltl(block) = item else { continue };
        let name = match &block.name {
            Some(name) if is_invariant(&name.name) => continue,
            Some(name) => name.name.to_string(),
            None => {
                unnamed += 1;
                format!("ltl_{}", unnamed - 1)
            }
        };
        claims.push(claim(map, name, ClaimKind::Ltl, block.formula.span));
    }
    Some(Model { system: lowered.system, claims, invariants })
}

fn claim(map: &SourceMap, name: String, kind: ClaimKind, span: Span) -> Claim {
    let span = map.outermost(span);
    let text = map.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ");
    Claim { name, kind, text, line: map.location(span).line }
}

/// The formulas of the further invariants.
fn invariants(program: &Program) -> Vec<&Ltl> {
    let mut found = Vec::new();
    for item in &program.items {
        let Item::Ltl(block) = item else { continue };
        if block.name.as_ref().is_some_and(|n| is_invariant(&n.name))
            && let LtlKind::Always(formula) = &block.formula.kind
        {
            found.push(&**formula);
        }
    }
    found
}

fn is_invariant(name: &str) -> bool {
    name.starts_with("__invariant_")
}

/// The propositions of a formula without temporal operators, from left to right.
fn propositions<'a>(formula: &'a Ltl, list: &mut Vec<&'a Expr>, out: &mut Diagnostics) {
    match &formula.kind {
        LtlKind::Prop(e) => list.push(e),
        LtlKind::Not(f) => propositions(f, list, out),
        LtlKind::Binary(op, a, b) if boolean(*op).is_some() => {
            propositions(a, list, out);
            propositions(b, list, out);
        }
        _ => out.push(
            Diagnostic::error("an invariant cannot contain temporal operators")
                .at(formula.span, "not a condition on one state")
                .help("use --ltl for a temporal formula"),
        ),
    }
}

/// Puts such a formula together again from the lowered propositions.
fn rebuild(formula: &Ltl, lowered: &mut impl Iterator<Item = ir::Expr>) -> ir::Expr {
    match &formula.kind {
        LtlKind::Not(f) => ir::Expr::unary(ir::Unary::Not, rebuild(f, lowered)),
        LtlKind::Binary(op, a, b) => {
            let (a, b) = (rebuild(a, lowered), rebuild(b, lowered));
            let not = |e| ir::Expr::unary(ir::Unary::Not, e);
            match op {
                LtlBinary::Implies => ir::Expr::binary(ir::Binary::Or, not(a), b),
                LtlBinary::Equivalent => ir::Expr::binary(ir::Binary::Eq, not(a), not(b)),
                op => ir::Expr::binary(boolean(*op).unwrap_or(ir::Binary::And), a, b),
            }
        }
        _ => lowered.next().expect("as many as there are propositions"),
    }
}

/// The Boolean operator that an operator of formulas is, if it is one.
fn boolean(op: LtlBinary) -> Option<ir::Binary> {
    match op {
        LtlBinary::And => Some(ir::Binary::And),
        LtlBinary::Or | LtlBinary::Implies => Some(ir::Binary::Or),
        LtlBinary::Equivalent => Some(ir::Binary::Eq),
        LtlBinary::Until | LtlBinary::WeakUntil | LtlBinary::Release => None,
    }
}
