//! Run-time errors.

use crate::entity::{EdgeId, TemplateId};

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// An assertion failed. Execution goes on behind it.
    Assertion,
    /// Division or remainder by zero.
    DivisionByZero,
    /// An array index is outside its bounds.
    Index,
    /// A channel variable refers to no channel, or to one whose process has ended.
    NoChannel,
    /// A message has another number of fields than its channel.
    FieldCount,
    /// A value is outside the range of its variable.
    Range,
    /// No edge is enabled in the middle of an indivisible step.
    Stuck,
    /// An indivisible step does not end.
    Endless,
    /// A rendezvous in the middle of an indivisible step.
    RendezvousInStep,
    /// A look into a rendezvous channel, which never holds a message.
    PollRendezvous,
    /// A process asks whether it is itself enabled.
    EnabledSelf,
    /// A priority outside `1..=255`.
    Priority,
    /// More than [`crate::MAX_PROCESSES`] processes.
    TooManyProcesses,
}

impl FaultKind {
    /// May execution go on after it?
    pub fn recoverable(self) -> bool {
        self == FaultKind::Assertion
    }

    /// A short stable name, for reports.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Assertion => "assertion",
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::Index => "index-out-of-range",
            FaultKind::NoChannel => "uninitialised-channel",
            FaultKind::FieldCount => "field-count",
            FaultKind::Range => "range",
            FaultKind::Stuck => "blocked-in-d_step",
            FaultKind::Endless => "endless-step",
            FaultKind::RendezvousInStep => "rendezvous-in-d_step",
            FaultKind::PollRendezvous => "poll-of-rendezvous",
            FaultKind::EnabledSelf => "enabled-self",
            FaultKind::Priority => "priority-range",
            FaultKind::TooManyProcesses => "too-many-processes",
        }
    }

    /// What to tell a user.
    pub fn message(self) -> &'static str {
        match self {
            FaultKind::Assertion => "assertion violated",
            FaultKind::DivisionByZero => "division by zero",
            FaultKind::Index => "array index out of range",
            FaultKind::NoChannel => "use of an uninitialised channel",
            FaultKind::FieldCount => "wrong number of message fields for this channel",
            FaultKind::Range => "value out of the variable's range",
            FaultKind::Stuck => "no statement is executable in the middle of an indivisible step",
            FaultKind::Endless => "an indivisible sequence of statements does not end",
            FaultKind::RendezvousInStep => "rendezvous in the middle of an indivisible step",
            FaultKind::PollRendezvous => "a rendezvous channel cannot be polled",
            FaultKind::EnabledSelf => "enabled() asked of the process itself",
            FaultKind::Priority => "priority outside 1..255",
            FaultKind::TooManyProcesses => "more than 255 processes",
        }
    }
}

/// A run-time error and the statement that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// By which process.
    pub pid: usize,
    /// Its template.
    pub template: TemplateId,
    /// The edge.
    pub edge: EdgeId,
}
