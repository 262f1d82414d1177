//! What users see: reports as text and JSON, runs, charts, traces, progress.
//!
//! Everything is made as a string first, with colours; [`print()`] takes the colours out again where nobody
//! could see them (no terminal, `NO_COLOR`).

pub mod chart;
pub mod json;
pub mod layout;
pub mod progress;
pub mod run;
pub mod style;
pub mod text;
pub mod trace;

use std::io::{ErrorKind, Write};

use crate::exit::Failure;

/// Is anybody still reading?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pipe {
    /// As far as we know.
    Open,
    /// No; there is no use in going on.
    Closed,
}

/// Writes to standard output. A reader that goes away early (`| head`) is not an error.
pub fn print(text: &str) -> Result<Pipe, Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(Pipe::Open),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(Pipe::Closed),
        Err(e) => Err(Failure::usage(format!("cannot write to standard output: {e}"))),
    }
}
