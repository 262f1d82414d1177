//! The answer to a question about a system: yes, no with evidence, or don't know with a reason.
//!
//! Stopping early is data, never a panic, and never a `Holds`.

use crate::system::{ApId, FaultId, Interrupt};
use crate::trace::Path;

/// The answer for one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The property holds in the whole system.
    Holds,
    /// The property is violated, and this is why.
    Violated(Box<Evidence>),
    /// Neither was established.
    Unknown(StopReason),
}

impl Verdict {
    /// Whether the property was shown to be violated.
    #[must_use]
    pub fn is_violated(&self) -> bool {
        matches!(self, Verdict::Violated(_))
    }

    /// The evidence of a violation.
    #[must_use]
    pub fn evidence(&self) -> Option<&Evidence> {
        match self {
            Verdict::Violated(evidence) => Some(evidence),
            Verdict::Holds | Verdict::Unknown(_) => None,
        }
    }
}

/// What went wrong, and a run that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What is wrong.
    pub violation: Violation,
    /// A run from an initial state.
    pub path: Path,
    /// For an infinite run: what follows `path` for ever. It leads from the last state of `path` back
    /// to that state, by at least one step, which may be [`Path::STUTTER`].
    pub cycle: Option<Path>,
}

/// What is wrong with a path, mostly at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The last state has no step and is not a valid end.
    Deadlock,
    /// The last step failed an assertion or met a run-time error.
    Fault(FaultId),
    /// The last state does not satisfy an invariant.
    Invariant(ApId),
    /// In the last state the invariant cannot be evaluated.
    BrokenInvariant(ApId, FaultId),
    /// The run never ends, and what it repeats for ever is accepted by the automaton of the violations.
    AcceptanceCycle,
    /// In the last state a proposition of the property cannot be evaluated.
    BrokenProposition(FaultId),
}

/// Why a search ended before it had seen everything, or why having seen everything is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The memory limit was reached.
    Memory,
    /// The time limit was reached.
    Time,
    /// The limit on the number of states was reached (the caller's, or that of state ids).
    States,
    /// States lie beyond the depth limit.
    Depth,
    /// The caller asked to stop.
    Cancelled,
    /// The system could not go on.
    Interrupted(Interrupt),
    /// The store may have mistaken a new state for a known one.
    LossyStore,
}
