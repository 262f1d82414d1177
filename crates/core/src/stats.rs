//! What a search did, in numbers.

use std::time::Duration;

/// Size and cost of a search, final or so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Distinct states stored.
    pub states: u64,
    /// Steps with a target out of expanded states.
    pub transitions: u64,
    /// Levels reached (breadth first) or the longest stack (depth first).
    pub depth: u64,
    /// Known but unexpanded states that the depth limit cut off, with multiplicity.
    pub truncated: u64,
    /// Bytes of the state store.
    pub store_bytes: u64,
    /// Bytes of the search's own tables: parents, colours, stack.
    pub search_bytes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}
