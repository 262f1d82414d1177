//! What a check found: plain data, for any surface to show.

use std::time::Duration;

use crate::plan::Steps;
use crate::trace::{Position, TraceStep};

/// The outcome of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// The model's file name.
    pub model: String,
    /// Its language.
    pub language: &'static str,
    /// One entry per property.
    pub properties: Vec<PropertyReport>,
    /// Statements that no explored run executed; empty if the search was cut short.
    pub unreached: Vec<Unreached>,
    /// Time for everything.
    pub time: Duration,
}

/// The outcome for one property.
#[derive(Clone, Debug)]
pub struct PropertyReport {
    /// Its name.
    pub name: String,
    /// What kind of property.
    pub kind: PropertyKind,
    /// Its formula or expression.
    pub formula: Option<String>,
    /// The answer.
    pub verdict: Verdict,
    /// Why the answer is `unknown`; what was violated.
    pub reason: Option<String>,
    /// How the answer was found; `none` if nothing was searched for it.
    pub engine: &'static str,
    /// What counted as a step.
    pub steps: Steps,
    /// Which reductions were used, and why others were not.
    pub reductions: Reductions,
    /// Distinct states stored.
    pub states: u64,
    /// Transitions explored.
    pub transitions: u64,
    /// Greatest depth.
    pub depth: u64,
    /// Violations seen.
    pub errors: u64,
    /// Time of the search.
    pub time: Duration,
    /// Most memory that the process used.
    pub peak_memory: u64,
    /// Memory of the state store.
    pub store_bytes: u64,
    /// The counterexample.
    pub evidence: Option<Evidence>,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds in all runs.
    Holds,
    /// It does not, and there is evidence.
    Violated,
    /// No answer within the limits.
    Unknown,
}

impl Verdict {
    /// As it appears in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }
}

/// Kinds of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    /// No invalid end state.
    Deadlock,
    /// No failed assertion, no run-time error.
    Assertions,
    /// A state predicate that always holds.
    Invariant,
    /// A formula of linear temporal logic.
    Ltl,
    /// A never claim.
    Never,
    /// A `trace` or `notrace` automaton.
    Trace,
}

impl PropertyKind {
    /// As it appears in reports.
    pub fn name(self) -> &'static str {
        match self {
            PropertyKind::Deadlock => "deadlock",
            PropertyKind::Assertions => "assertions",
            PropertyKind::Invariant => "invariant",
            PropertyKind::Ltl => "ltl",
            PropertyKind::Never => "never",
            PropertyKind::Trace => "trace",
        }
    }
}

/// The reductions of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reductions {
    /// Why a reduction was not used, one entry each.
    pub why_not: Vec<String>,
}

/// A counterexample, already replayed.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What is violated: `deadlock`, `invariant`, or the name of the run-time error.
    pub kind: &'static str,
    /// Which initial state it starts from.
    pub start: usize,
    /// Steps of the search that it consists of; one step may execute several statements.
    pub steps: usize,
    /// The run.
    pub prefix: Vec<TraceStep>,
    /// The part that repeats for ever; empty for a finite counterexample.
    pub cycle: Vec<TraceStep>,
    /// Where the processes are at the end.
    pub positions: Vec<Position>,
}

/// A statement that was never executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The process template.
    pub process: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The statement.
    pub source: String,
}
