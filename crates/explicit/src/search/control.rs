//! Limits, cancellation and progress of a running search.

use burnside_core::{Cancel, Limits, Observer, Progress, StopReason, TransitionSystem};
use burnside_store::{ExactStore, StoreLimits};
use std::time::{Duration, Instant};

/// Expansions between two looks at clock, memory and cancellation.
const LOOK_EVERY: u32 = 256;
/// Looks between two reports to the observer.
const REPORT_EVERY: u32 = 64;

/// What the caller imposes on a search: limits, a way to cancel it, and an observer.
pub struct Control<'a> {
    limits: Limits,
    cancel: Cancel,
    observer: &'a mut dyn Observer,
    start: Instant,
    ticks: u32,
}

impl<'a> Control<'a> {
    /// Starts the clock.
    pub fn new(limits: Limits, cancel: Cancel, observer: &'a mut dyn Observer) -> Self {
        Control { limits, cancel, observer, start: Instant::now(), ticks: 0 }
    }

    /// The limits of this search.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// To be called before each expansion; `progress` is evaluated only now and then.
    ///
    /// # Errors
    /// The limit that has been reached.
    #[inline]
    pub fn tick(&mut self, progress: impl FnOnce() -> Progress) -> Result<(), StopReason> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(LOOK_EVERY) {
            return self.look(progress());
        }
        Ok(())
    }

    #[cold]
    fn look(&mut self, mut progress: Progress) -> Result<(), StopReason> {
        let stats = &mut progress.stats;
        stats.elapsed = self.start.elapsed();
        let exceeds = |value: u64, limit: Option<u64>| limit.is_some_and(|limit| value > limit);
        if self.cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        if self.limits.time.is_some_and(|limit| stats.elapsed > limit) {
            return Err(StopReason::Time);
        }
        if exceeds(stats.store_bytes + stats.search_bytes, self.limits.memory) {
            return Err(StopReason::Memory);
        }
        if exceeds(stats.states, self.limits.states) {
            return Err(StopReason::States);
        }
        if self.ticks.is_multiple_of(LOOK_EVERY * REPORT_EVERY) {
            self.observer.progress(&progress);
        }
        Ok(())
    }
}

/// An exact store for the states of `system` that keeps to the limits by itself.
pub fn exact_store<S: TransitionSystem>(system: &S, limits: &Limits) -> ExactStore {
    let bytes =
        limits.memory.map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let states = limits.states.map_or(u32::MAX, |states| u32::try_from(states).unwrap_or(u32::MAX));
    ExactStore::new(system.state_len(), StoreLimits { bytes, states })
}
