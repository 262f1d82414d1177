//! One file per command; each asks the library and shows the answer.

mod automaton;
mod check;
mod generate;
mod graph;
mod lower;
mod plan;
mod replay;
mod simulate;

pub use simulate::End;

use burnside::load::{Loaded, Source, load};

use crate::args::Command;
use crate::exit::{Exit, Failure};

/// Carries out a command.
pub fn run(command: &Command) -> Exit {
    let result = match command {
        Command::Check(args) => check::run(args),
        Command::Plan(args) => plan::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Lower(args) => lower::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Automaton(args) => automaton::run(args),
        Command::Completions { shell } => generate::completions(*shell),
        Command::Man { out } => generate::man(out.as_deref()),
    };
    result.unwrap_or_else(|failure| {
        failure.show();
        failure.exit
    })
}

/// Reads a model and shows its warnings.
fn read_model(source: &Source) -> Result<Loaded, Failure> {
    let loaded = load(source)?;
    if !loaded.warnings.is_empty() {
        anstream::eprint!("{}", loaded.warnings.render(true));
    }
    Ok(loaded)
}
