//! What a front end delivers: a system and its properties.

use burnside_ir::{Expr, System};

/// A model.
#[derive(Clone, Debug)]
pub struct Model {
    /// The system.
    pub system: System,
    /// The properties that the text states besides assertions and end states.
    pub claims: Vec<Claim>,
    /// The further invariants that were asked for, in the order given.
    pub invariants: Vec<Expr>,
}

/// A property stated in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ClaimKind,
    /// Its text, on one line.
    pub text: String,
    /// Where it stands.
    pub line: u32,
}

/// Kinds of claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// A formula of linear temporal logic.
    Ltl,
    /// A never claim.
    Never,
    /// An automaton that every sequence of messages must follow.
    Trace,
    /// One that none must follow.
    Notrace,
}
