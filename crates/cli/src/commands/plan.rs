//! `plan`: what `check` would do, and why.

use burnside::check::CheckError;

use super::read_model;
use crate::args::{Format, PlanArgs};
use crate::exit::{Exit, Failure};
use crate::output;

/// Shows the plan; searches nothing.
pub fn run(args: &PlanArgs) -> Result<Exit, Failure> {
    let search = &args.search;
    let loaded = read_model(&search.model.source(&args.model, &search.invariant))?;
    let plan = burnside::plan::plan(&loaded, &search.config()).map_err(CheckError::Plan)?;
    let text = match args.format {
        Format::Text => output::text::plan(&loaded, &plan),
        Format::Json => output::json::plan(&loaded, &plan),
    };
    output::print(&text)?;
    Ok(Exit::Holds)
}
