//! One line on the terminal that says how far a search is; nothing where there is no terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use burnside_core::{Observer, Progress};

use crate::units::{count, size, time};

/// Time between two updates.
const PAUSE: Duration = Duration::from_millis(100);

/// The line.
pub struct ProgressLine {
    shown: bool,
    terminal: bool,
    last: Instant,
    /// States and time at the last update, for the rate.
    before: (u64, Duration),
    rate: f64,
}

impl ProgressLine {
    /// Shows nothing yet.
    pub fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        let before = (0, Duration::ZERO);
        ProgressLine { shown: false, terminal, last: Instant::now(), before, rate: 0.0 }
    }

    /// Takes the line away again.
    pub fn clear(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
            self.shown = false;
        }
    }
}

impl Observer for ProgressLine {
    fn progress(&mut self, progress: &Progress) {
        if !self.terminal || self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Instant::now();
        let stats = &progress.stats;
        // The search may have started over, with fewer states than before.
        let states = stats.states.saturating_sub(self.before.0) as f64;
        let seconds = stats.elapsed.saturating_sub(self.before.1).as_secs_f64();
        if seconds > 0.0 {
            let rate = states / seconds;
            self.rate = if self.rate == 0.0 { rate } else { 0.8 * self.rate + 0.2 * rate };
        }
        self.before = (stats.states, stats.elapsed);
        let line = format!(
            "{}  {} states  {}/s  depth {}  waiting {}  {}",
            time(stats.elapsed),
            count(stats.states),
            count(self.rate as u64),
            count(stats.depth),
            count(progress.frontier),
            size(stats.store_bytes + stats.search_bytes),
        );
        // One write, so that it does not flicker; an error here is of no interest.
        let _ = std::io::stderr().write_all(format!("\r\x1b[2K{line}").as_bytes());
        self.shown = true;
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
