//! The search skeletons and what they have in common.

pub mod avoiding_dfs;
pub mod bfs;
pub mod colour;
pub mod component;
pub mod control;
pub mod dfs;
pub mod expand;
pub mod finding;
pub mod nested_dfs;
pub mod scc;
pub mod stack;
pub mod visit;

use burnside_core::{Interrupt, StopReason};
use burnside_store::Full;

/// Why a search ended before it had seen every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The visitor has seen enough.
    Enough,
    /// The search could not or must not go on.
    Cut(StopReason),
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Self {
        Stop::Cut(reason)
    }
}

impl From<Interrupt> for Stop {
    fn from(interrupt: Interrupt) -> Self {
        Stop::Cut(StopReason::Interrupted(interrupt))
    }
}

impl From<Full> for Stop {
    fn from(full: Full) -> Self {
        Stop::Cut(match full {
            Full::Memory => StopReason::Memory,
            Full::States => StopReason::States,
        })
    }
}
