//! The report for people: verdicts first, then what was done and why, then counterexamples.

use burnside::load::Loaded;
use burnside::plan::{Method, Plan, Steps};
use burnside::report::{Evidence, PropertyReport, Reductions, Report, Unreached, Verdict};
use burnside::trace::Position;

use super::chart;
use super::run::{END, Table, readable};
use super::style::{BAD, DIM, GOOD, STRONG, UNSURE, paint};
use crate::units::{count, counted, size, time};

/// How much of a counterexample to show.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// At most this many steps; 0 for all.
    pub steps: usize,
    /// The messages as a chart?
    pub chart: bool,
}

/// Unreached statements of one process that are listed before the rest is only counted.
const UNREACHED: usize = 12;

/// The whole report on one model.
pub fn report(report: &Report, show: Show) -> String {
    let mut text = paint(STRONG, &report.model) + "\n\n";
    text += &verdicts(report);
    for group in searches(&report.properties) {
        text += "\n";
        text += &search(&group, group.len() == report.properties.len());
    }
    text += &unreached(report);
    for p in &report.properties {
        if let Some(evidence) = &p.evidence {
            text += &counterexample(p, evidence, show);
        }
    }
    text
}

/// One line per property.
fn verdicts(report: &Report) -> String {
    let width = report.properties.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for p in &report.properties {
        let verdict = match p.verdict {
            Verdict::Holds => paint(GOOD, "holds"),
            Verdict::Violated => paint(BAD, "violated"),
            Verdict::Unknown => paint(UNSURE, "unknown"),
        };
        let mut about = Vec::new();
        about.extend(p.reason.clone());
        if p.errors > 1 {
            about.push(counted(p.errors, "violation"));
        }
        let about = match &p.formula {
            Some(formula) if about.is_empty() => paint(DIM, formula),
            Some(formula) => format!("{}  {}", about.join("; "), paint(DIM, formula)),
            None => about.join("; "),
        };
        let gap = if about.is_empty() { 0 } else { 10 - p.verdict.name().len() };
        text += &format!("  {:width$}  {verdict}{:gap$}{about}\n", p.name, "");
    }
    text
}

/// Properties that were decided by the same search, together.
fn searches(properties: &[PropertyReport]) -> Vec<Vec<&PropertyReport>> {
    let key = |p: &PropertyReport| (p.engine, p.states, p.transitions, p.depth, p.time);
    let mut groups: Vec<Vec<&PropertyReport>> = Vec::new();
    for p in properties.iter().filter(|p| p.engine != "none") {
        match groups.iter_mut().find(|g| key(g[0]) == key(p) && g[0].reductions == p.reductions) {
            Some(group) => group.push(p),
            None => groups.push(vec![p]),
        }
    }
    groups
}

/// What a search did, and how.
fn search(group: &[&PropertyReport], only: bool) -> String {
    let p = group[0];
    let mut text = String::new();
    if !only {
        let names: Vec<&str> = group.iter().map(|p| p.name.as_str()).collect();
        text += &format!("  {}: ", names.join(", "));
    } else {
        text += "  ";
    }
    let seconds = p.time.as_secs_f64();
    let rate = if seconds >= 0.1 {
        format!(" ({} states/s)", count((p.states as f64 / seconds) as u64))
    } else {
        String::new()
    };
    text += &format!(
        "{}, {}, {}, depth {}, {}{rate}\n",
        engine(p.engine),
        counted(p.states, "state"),
        counted(p.transitions, "transition"),
        count(p.depth),
        time(p.time),
    );
    // The tables of a small search are mostly empty.
    let each = match p.store_bytes.checked_div(p.states) {
        Some(bytes) if p.states >= 1000 => format!(", {bytes} bytes each"),
        _ => String::new(),
    };
    let (peak, store) = (size(p.peak_memory), size(p.store_bytes));
    text += &format!("  memory: {peak}, of which {store} for the states{each}\n");
    text += &format!("  steps: {}\n", steps(p.steps));
    text += &format!("  {}\n", reductions(&p.reductions));
    text
}

fn reductions(reductions: &Reductions) -> String {
    format!("reductions: none ({})", reductions.why_not.join("; "))
}

fn engine(name: &str) -> &str {
    match name {
        "bfs" => "breadth-first search",
        "dfs" => "depth-first search",
        other => other,
    }
}

fn steps(steps: Steps) -> &'static str {
    match steps {
        Steps::Exact => "every statement, as written",
        Steps::Merged => "local statements merged, dead variables reset (--exact-steps: neither)",
    }
}

/// The statements that no run executes.
fn unreached(report: &Report) -> String {
    let list = &report.unreached;
    if list.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint(STRONG, "Never executed"));
    let place = |u: &Unreached| match u.file == report.model {
        true => format!("line {}", u.line),
        false => format!("{}:{}", u.file, u.line),
    };
    let width = list.iter().map(|u| place(u).len()).max().unwrap_or(0);
    let name = list.iter().map(|u| u.process.len()).max().unwrap_or(0);
    for group in list.chunk_by(|a, b| a.process == b.process) {
        let most = if group.len() <= UNREACHED + 2 { group.len() } else { UNREACHED };
        for u in &group[..most] {
            let source = readable(&u.source);
            text += &format!("  {:name$}  {:width$}  {source}\n", u.process, place(u));
        }
        if most < group.len() {
            let rest = counted((group.len() - most) as u64, "more statement");
            text += &format!("  {:name$}  and {rest}\n", group[0].process);
        }
    }
    text
}

/// The line above a run.
pub fn evidence_heading(property: &str, steps: usize, reason: &str) -> String {
    let heading = format!("Counterexample to `{property}`, {}", counted(steps as u64, "step"));
    format!("\n{}: {}\n", paint(STRONG, &heading), paint(BAD, reason))
}

fn counterexample(p: &PropertyReport, evidence: &Evidence, show: Show) -> String {
    let reason = p.reason.as_deref().unwrap_or("violated");
    let steps = &evidence.prefix;
    let mut text = evidence_heading(&p.name, steps.len(), reason);
    if !steps.is_empty() {
        text += &Table::of_steps(steps).some(steps, show.steps);
    }
    if evidence.kind == "deadlock" {
        text += &blocked(&evidence.positions);
    }
    if show.chart {
        text += &chart::of_run(steps);
    }
    text
}

/// Where the processes of a deadlock are.
pub fn blocked(positions: &[Position]) -> String {
    let mut text = String::from("\n  No process can move:\n");
    let name = |p: &Position| format!("{}[{}]", p.process, p.instance);
    let width = positions.iter().map(|p| name(p).len()).max().unwrap_or(0);
    for p in positions {
        let waits: Vec<String> =
            p.next.iter().map(|s| format!("line {}: {}", s.line, readable(&s.source))).collect();
        let finished = p.next.iter().all(|s| s.source == END);
        let what = match (finished, p.valid_end) {
            (true, _) => paint(DIM, "has finished"),
            (false, true) => paint(DIM, &format!("may rest at line {}", p.line())),
            (false, false) => {
                let gap = " ".repeat(width + 9);
                format!("waits at {}", waits.join(&format!("\n{gap}or at ")))
            }
        };
        text += &format!("    {:width$}  {what}\n", name(p));
    }
    text
}

/// What would be done.
pub fn plan(loaded: &Loaded, plan: &Plan) -> String {
    let mut text = paint(STRONG, &loaded.path.display().to_string()) + "\n\n";
    text += &format!("  steps: {}\n", steps(plan.steps));
    for p in &plan.properties {
        let formula =
            p.formula.as_ref().map_or_else(String::new, |f| paint(DIM, &format!("  {f}")));
        text += &format!("\n  {}{formula}\n", paint(STRONG, &p.name));
        match &p.method {
            Method::Search { why, .. } => {
                text += &format!("    {}: {why}\n", engine(p.method.engine()));
            }
            Method::Undecided(why) => {
                text += &format!("    {}: {why}\n", paint(UNSURE, "not checked"));
            }
        }
        if !p.reductions.why_not.is_empty() {
            text += &format!("    {}\n", reductions(&p.reductions));
        }
    }
    let shared = plan.properties.iter().filter(|p| p.method.watched().is_some()).count();
    if shared > 1 {
        text += &format!("\n  One search decides the {shared} properties that need one.\n");
    }
    text
}
