//! The contract of Burnside: what a system, a verdict, a limit and a statistic are.
//!
//! Every language front end ends in a [`TransitionSystem`] and every engine starts from one; this
//! crate knows neither.

pub mod successors;
pub mod system;

pub use successors::Successors;
pub use system::{ApId, FaultId, GroupId, Interrupt, Labelled, Step, TransitionSystem};
