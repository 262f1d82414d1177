//! Burnside on the command line. This crate is the only one that prints.
//!
//! `args` says what can be asked, `commands` does it through the library, `output` shows it.

#![allow(clippy::print_stderr, reason = "the command line talks to a terminal")]

mod args;
mod commands;
mod exit;
mod output;
mod units;

use clap::Parser;

fn main() -> std::process::ExitCode {
    exit::on_panic();
    let cli = args::Cli::parse();
    commands::run(&cli.command).into()
}
