//! `replay`: a recorded counterexample on the reference interpreter, statement by statement.

use std::path::Path;

use burnside::load::Loaded;
use burnside::replay::{Claimed, ReplayError, actions_from, follow, initial_fault, judge};
use burnside::trace::positions;
use burnside_ir::Interpreter;

use super::read_model;
use crate::args::ReplayArgs;
use crate::exit::{Exit, Failure};
use crate::output::trace::{RecordedProperty, RecordedTrace};
use crate::output::{self, chart, run::Table, style, text};

/// Replays every counterexample of the file, or those selected.
pub fn run(args: &ReplayArgs) -> Result<Exit, Failure> {
    let file = args.trace.display();
    let recorded = std::fs::read(&args.trace)
        .map_err(|e| Failure::usage(format!("cannot read {file}: {e}")))?;
    let recorded = RecordedTrace::parse(&recorded)
        .map_err(|e| Failure::usage(format!("{file} is not a trace that can be replayed: {e}")))?;
    let invariants: Vec<String> =
        recorded.properties.iter().filter_map(RecordedProperty::invariant).collect();
    let mut source = args.reading.source(&args.model, &invariants);
    if source.defines.is_empty() {
        source.defines.clone_from(&recorded.defines);
    }
    let loaded = read_model(&source)?;
    let names: Vec<&str> = recorded.properties.iter().map(|p| p.name.as_str()).collect();
    if let Some(name) = args.property.iter().find(|n| !names.contains(&n.as_str())) {
        let known = if names.is_empty() { "none".into() } else { names.join(", ") };
        let message = format!("{file} has no counterexample to `{name}`; it has {known}");
        return Err(Failure::usage(message));
    }
    if names.is_empty() {
        return Err(Failure::usage(format!("{file} holds no counterexample: nothing to replay")));
    }
    let heading = style::paint(style::STRONG, &args.model.display().to_string());
    output::print(&format!("{heading}, replaying {file}\n"))?;
    for property in &recorded.properties {
        if args.property.is_empty() || args.property.contains(&property.name) {
            replay(args, &loaded, property).map_err(|e| {
                let e = hint(e, &args.model, &recorded.model);
                Failure::usage(format!("{file}, property `{}`: {e}", property.name))
            })?;
        }
    }
    Ok(Exit::Violated)
}

/// Replays one counterexample and shows it.
fn replay(
    args: &ReplayArgs,
    loaded: &Loaded,
    property: &RecordedProperty,
) -> Result<(), ReplayError> {
    let system = &loaded.system;
    if let (None, Some(finding)) = (property.steps().next(), initial_fault(system)) {
        show(&[text::evidence_heading(&property.name, 0, &finding.reason)], property);
        return Ok(());
    }
    let actions = actions_from(system, property.steps())?;
    let run = follow(system, system, property.start, &actions)?;
    let invariant = property.invariant();
    let claimed = match &invariant {
        Some(text) => {
            let (_, e) = loaded
                .invariants
                .iter()
                .find(|(t, _)| t == text)
                .ok_or(ReplayError::NotViolated)?;
            Claimed::Invariant(e)
        }
        None if property.kind == "deadlock" => Claimed::Deadlock,
        None => Claimed::Fault,
    };
    let finding = judge(system, &run, claimed)?;
    let heading = text::evidence_heading(&property.name, run.steps.len(), &finding.reason);
    let table = Table::of_steps(&run.steps).all(&run.steps);
    let blocked = match finding.kind {
        "deadlock" => text::blocked(&positions(&Interpreter::new(system), &run.last)),
        _ => String::new(),
    };
    let chart = if args.no_chart { String::new() } else { chart::of_run(&run.steps) };
    show(&[heading, table, blocked, chart], property);
    Ok(())
}

/// Prints a counterexample that was seen again.
fn show(parts: &[String], property: &RecordedProperty) {
    let replayed = style::paint(style::GOOD, "replayed");
    let name = &property.name;
    let end = format!("\n  {replayed}: the run is possible and violates `{name}`\n");
    // A reader that went away does not change what was found.
    let _ = output::print(&(parts.concat() + &end));
}

/// A step that does not fit is often a step of something else.
fn hint(error: ReplayError, model: &Path, recorded: &str) -> String {
    let foreign =
        matches!(error, ReplayError::NoSuchStatement { .. } | ReplayError::NotExecutable { .. });
    if foreign {
        let model = model.display();
        return format!(
            "{error}\n  the trace was recorded from {recorded}; is {model} the same model, \
             with the same macros?"
        );
    }
    error.to_string()
}
