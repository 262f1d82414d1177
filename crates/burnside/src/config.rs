//! What a user can choose, as one plain value.

use std::time::Duration;

/// The choices for a check.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Names of the properties to check; all if empty.
    pub properties: Vec<String>,
    /// How to search.
    pub engine: Engine,
    /// Whether to use symmetries.
    pub symmetry: Reduction,
    /// Whether to use partial order reduction.
    pub partial_order: Reduction,
    /// No statement merging, no dead-variable reset: the states are SPIN's.
    pub exact_steps: bool,
    /// Go on after a violation and count them all.
    pub keep_going: bool,
    /// When to give up.
    pub limits: Limits,
}

/// Ways to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whatever suits the property.
    #[default]
    Auto,
    /// Breadth first: shortest counterexamples.
    Bfs,
    /// Depth first.
    Dfs,
}

/// Whether to use a reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// Wherever it is sound and helps.
    #[default]
    Auto,
    /// Never.
    Off,
}

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Bytes for the state store; by default 80 % of the machine's memory.
    pub memory: Option<u64>,
    /// Time for the whole check.
    pub time: Option<Duration>,
    /// Depth of the search.
    pub depth: Option<u64>,
    /// Number of states.
    pub states: Option<u64>,
}
