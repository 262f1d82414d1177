//! Watching a search from outside.

use crate::stats::Stats;

/// A snapshot of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The numbers so far.
    pub stats: Stats,
    /// States waiting to be expanded (breadth first) or on the stack (depth first).
    pub frontier: u64,
}

/// Is told about the progress of a search every few thousand states.
pub trait Observer {
    /// Called by the searching thread; should return quickly.
    fn progress(&mut self, progress: &Progress);
}

/// Watches nothing.
impl Observer for () {
    fn progress(&mut self, _: &Progress) {}
}
