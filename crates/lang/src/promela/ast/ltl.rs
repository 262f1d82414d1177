//! Formulas of `ltl` blocks.

use super::Expr;
use crate::source::Span;

/// A formula of linear temporal logic over Promela expressions.
#[derive(Clone, Debug)]
pub struct Ltl {
    /// What it is.
    pub kind: LtlKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of [`Ltl`]. `&&`, `||`, `!`, `->` and `<->` are always found here, never inside a `Prop`
/// (unless below an operator that is not Boolean, as in `(a && b) == c`).
#[derive(Clone, Debug)]
pub enum LtlKind {
    /// A Promela expression, true where it is not 0.
    Prop(Expr),
    /// `!` of a formula.
    Not(Box<Ltl>),
    /// `[]`, `always`.
    Always(Box<Ltl>),
    /// `<>`, `eventually`.
    Eventually(Box<Ltl>),
    /// `X`, `next`.
    Next(Box<Ltl>),
    /// Two formulas and what joins them.
    Binary(LtlBinary, Box<Ltl>, Box<Ltl>),
}

/// Operators that join two formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LtlBinary {
    /// `&&`, `/\`.
    And,
    /// `||`, `\/`.
    Or,
    /// `->`, `implies`.
    Implies,
    /// `<->`, `equivalent`.
    Equivalent,
    /// `U`, `until`, `stronguntil`.
    Until,
    /// `W`, `weakuntil`.
    WeakUntil,
    /// `V`, `release`: the dual of `U`.
    Release,
}
