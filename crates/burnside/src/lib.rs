//! Burnside as a library: load a model, plan, check, replay, report.
//!
//! Nothing here prints or parses options; surfaces (the command line, the explorer) do. Files are read in
//! [`load`] only.

pub mod check;
pub mod config;
pub mod graph;
pub mod load;
mod memory;
pub mod plan;
pub mod replay;
pub mod report;
pub mod simulate;
pub mod trace;
