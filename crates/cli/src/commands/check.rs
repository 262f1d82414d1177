//! `check`: all properties of one or several models.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use burnside::report::{Report, Verdict};
use burnside_core::Cancel;

use super::read_model;
use crate::args::{CheckArgs, Format};
use crate::exit::{Exit, Failure};
use crate::output::{self, json, layout::pretty, progress::ProgressLine, text, trace};

/// Checks one model after the other.
pub fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    if args.trace.is_some() && args.models.len() > 1 {
        return Err(Failure::usage(
            "--trace writes the counterexamples of one model; check the models one by one",
        ));
    }
    if args.search.threads.is_some_and(|n| n > 1) {
        anstream::eprintln!("note: this build searches with one thread");
    }
    let cancel = Cancel::new();
    cancel_on_interrupt(&cancel)?;
    let mut worst = Exit::Holds;
    let mut answers = Vec::new();
    for (i, model) in args.models.iter().enumerate() {
        if i > 0 && cancel.is_cancelled() {
            let rest = args.models.len() - i;
            anstream::eprintln!("interrupted: {rest} of {} models not checked", args.models.len());
            worst = worst.max(Exit::Unknown);
            break;
        }
        let result = check(args, model, &cancel);
        worst = worst.max(match &result {
            Ok(report) => exit_of(report),
            Err(failure) => failure.exit,
        });
        match (args.format, result) {
            (Format::Text, Ok(report)) => {
                let show = text::Show { steps: args.show_steps, chart: !args.no_chart };
                let gap = if i > 0 { "\n" } else { "" };
                output::print(&format!("{gap}{}", text::report(&report, show)))?;
            }
            (Format::Text, Err(failure)) => failure.show(),
            (Format::Json, Ok(report)) => answers.push(json::report(&report)),
            (Format::Json, Err(failure)) => {
                failure.show();
                answers.push(json::failure(model, &failure));
            }
        }
    }
    if args.format == Format::Json {
        let text = match answers.as_slice() {
            [one] if args.models.len() == 1 => pretty(one, json::REPORT_DEPTH),
            several => pretty(&several, json::REPORT_DEPTH + 1),
        };
        output::print(&text)?;
    }
    Ok(worst)
}

fn check(args: &CheckArgs, model: &Path, cancel: &Cancel) -> Result<Report, Failure> {
    let search = &args.search;
    let source = search.model.source(model, &search.invariant);
    let loaded = read_model(&source)?;
    let mut progress = ProgressLine::new();
    let report = burnside::check::check(&loaded, &search.config(), &mut progress, cancel);
    progress.clear();
    let report = report?;
    if let Some(file) = &args.trace {
        let text = trace::write(&report, &source);
        std::fs::write(file, text)
            .map_err(|e| Failure::usage(format!("cannot write {}: {e}", file.display())))?;
    }
    Ok(report)
}

/// What a report amounts to.
fn exit_of(report: &Report) -> Exit {
    let exit = |verdict| match verdict {
        Verdict::Holds => Exit::Holds,
        Verdict::Unknown => Exit::Unknown,
        Verdict::Violated => Exit::Violated,
    };
    report.properties.iter().map(|p| exit(p.verdict)).max().unwrap_or(Exit::Holds)
}

/// The first Ctrl-C ends the search, the second one the process.
fn cancel_on_interrupt(cancel: &Cancel) -> Result<(), Failure> {
    static PRESSED: AtomicBool = AtomicBool::new(false);
    let cancel = cancel.clone();
    ctrlc::set_handler(move || {
        if PRESSED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        cancel.cancel();
    })
    .map_err(|e| Failure::usage(format!("cannot watch for Ctrl-C: {e}")))
}
