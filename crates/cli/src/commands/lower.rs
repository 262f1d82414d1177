//! `lower`: the intermediate representation as text.

use burnside_ir::simplify::{Observed, simplify};

use super::read_model;
use crate::args::LowerArgs;
use crate::exit::{Exit, Failure};
use crate::output;

/// Prints a form that `.bir` files have, too.
pub fn run(args: &LowerArgs) -> Result<Exit, Failure> {
    let mut loaded = read_model(&args.reading.source(&args.model, &[]))?;
    if args.simplified {
        let observed = Observed::by(&loaded.system, []);
        simplify(&mut loaded.system, &observed);
    }
    output::print(&burnside_ir::text::print(&loaded.system))?;
    Ok(Exit::Holds)
}
