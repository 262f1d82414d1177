//! The contract of Burnside: what a system, a verdict, a limit and a statistic are.
//!
//! Every language front end ends in a [`TransitionSystem`] and every engine starts from one; this
//! crate knows neither.

pub mod fairness;
pub mod limits;
pub mod observe;
pub mod stats;
pub mod successors;
pub mod system;
pub mod trace;
pub mod verdict;

pub use fairness::{Fair, ProcessSet};
pub use limits::{Cancel, Limits};
pub use observe::{Observer, Progress};
pub use stats::Stats;
pub use successors::Successors;
pub use system::{ApId, FaultId, GroupId, Interrupt, Labelled, Step, TransitionSystem};
pub use trace::Path;
pub use verdict::{Evidence, StopReason, Verdict, Violation};
