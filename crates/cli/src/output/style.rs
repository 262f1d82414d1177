//! The few colours, and names that appear everywhere.

use anstyle::{AnsiColor, Effects, Style};
use burnside::trace::TraceStep;

/// It holds.
pub const GOOD: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
/// It is violated.
pub const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
/// Nobody knows.
pub const UNSURE: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
/// Something is wrong with the request.
pub const ERROR: Style = BAD;
/// Headings and names.
pub const STRONG: Style = Style::new().effects(Effects::BOLD);
/// What changed.
pub const CHANGE: Style = AnsiColor::Cyan.on_default();
/// Less important.
pub const DIM: Style = Style::new().effects(Effects::DIMMED);

/// Text in a style.
pub fn paint(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// `P[1]`.
pub fn actor(step: &TraceStep) -> String {
    format!("{}[{}]", step.process, step.instance)
}
