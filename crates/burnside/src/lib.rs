//! Burnside as a library: load a model, plan, check, replay, report.

pub mod replay;
pub mod trace;
