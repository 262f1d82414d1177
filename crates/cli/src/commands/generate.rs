//! `completions` and `man`: generated from the same description as `--help`.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::{Exit, Failure};
use crate::output;

/// Prints a completion script.
pub fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "burnside", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Holds)
}

/// Prints the manual page, or writes one per command into a directory.
pub fn man(out: Option<&Path>) -> Result<Exit, Failure> {
    if let Some(dir) = out {
        std::fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), dir))
            .map_err(|e| Failure::usage(format!("cannot write to {}: {e}", dir.display())))?;
        return Ok(Exit::Holds);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command())
        .render(&mut page)
        .map_err(|e| Failure::usage(e.to_string()))?;
    output::print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Holds)
}
