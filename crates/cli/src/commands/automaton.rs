//! `automaton`: a formula of linear temporal logic as a Büchi automaton.

use burnside_logic::automaton::Acceptance;
use burnside_logic::{Options, parse, translate};

use crate::args::{AcceptanceKind, AutomatonArgs, AutomatonFormat};
use crate::exit::{Exit, Failure};
use crate::output;

/// Translates and prints.
pub fn run(args: &AutomatonArgs) -> Result<Exit, Failure> {
    let formula = parse(&args.formula)
        .map_err(|e| Failure::usage(format!("the formula:\n{}", e.render(&args.formula))))?;
    let formula = if args.negate { formula.negated() } else { formula };
    let acceptance = match args.acceptance {
        AcceptanceKind::State => Acceptance::StateBuchi,
        AcceptanceKind::Transition => Acceptance::EdgeBuchi,
        AcceptanceKind::Generalized => Acceptance::Generalized,
    };
    let options = Options { acceptance, ..Options::default() };
    let automaton =
        translate(&formula, options).map_err(|e| Failure::usage(format!("the formula: {e}")))?;
    output::print(&match args.format {
        AutomatonFormat::Hoa => automaton.to_hoa(Some(&args.formula)),
        AutomatonFormat::Dot => automaton.to_dot(),
        AutomatonFormat::Never => automaton.to_never(),
    })?;
    Ok(Exit::Holds)
}
