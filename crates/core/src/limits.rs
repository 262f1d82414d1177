//! How far a search may go, and how to call it back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Bounds on a search. Reaching one gives [`Unknown`](crate::Verdict::Unknown); `None` is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// At most so many stored states. A space of exactly this size is still explored completely.
    pub states: Option<u64>,
    /// At most so many levels (breadth first) or states on the stack (depth first).
    pub depth: Option<u64>,
    /// At most so many bytes for the store and the tables of the search.
    pub memory: Option<u64>,
    /// At most so much time.
    pub time: Option<Duration>,
}

/// A request to stop that can be raised from another thread or a signal handler.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Not yet raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds a clone to stop soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether stopping was asked for.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
