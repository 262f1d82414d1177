//! A check from beginning to end: select properties, simplify, search, replay, report.
//!
//! *Idea:* all safety properties are watched in one search. The system is compiled for a *shape* (which
//! process may run in which slot) that a few random runs suggest; if the search meets a process that does
//! not fit, the shape is widened and the search starts over, so that the guess never matters for the
//! result.
//! *Guarantees:* a violation is reported only after its counterexample has been replayed on the reference
//! interpreter and has been seen to violate the property there.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use burnside_core as core;
use burnside_core::{Cancel, Observer};
use burnside_explicit as explicit;
use burnside_explicit::{Control, Order, Query, check_safety, exact_store};
use burnside_ir::simplify::{Observed, simplify};
use burnside_ir::{EdgeId, Expr, FaultKind, Id, Interpreter, Op, Origin, System, TemplateId};
use burnside_vm::{Machine, Shape};

use crate::config::Config;
use crate::load::Loaded;
use crate::memory;
use crate::plan::{Method, Plan, PlanError, Planned, Steps, plan};
use crate::replay::{self, Claimed, Finding, Indices, ReplayError};
use crate::report::{Evidence, PropertyReport, Report, Unreached, Verdict};
use crate::trace;

/// Why a check cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is nothing to do as asked.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The initial state has a run-time error.
    #[error("the initial state cannot be computed: {0}")]
    Initial(&'static str),
    /// The model is too large to be compiled.
    #[error("the model is too large: {0}")]
    TooLarge(String),
    /// Burnside has a bug.
    #[error("internal error: {0}; please report it together with the model")]
    Internal(String),
}

/// Checks the properties that `config` selects.
pub fn check(
    loaded: &Loaded,
    config: &Config,
    observer: &mut dyn Observer,
    cancel: &Cancel,
) -> Result<Report, CheckError> {
    let begin = Instant::now();
    let Plan { steps, properties: planned } = plan(loaded, config)?;
    let original = &loaded.system;
    let invariants: Vec<Expr> = loaded.invariants.iter().map(|(_, e)| e.clone()).collect();
    let mut searched = original.clone();
    if steps == Steps::Merged {
        simplify(&mut searched, &Observed::by(original, &invariants));
    }
    let search = Search { system: &searched, invariants: &invariants, config, cancel };
    let found = search.run(&planned, observer)?;

    let mut properties = Vec::new();
    let mut outcomes = found.iter().flat_map(|f| &f.report.outcomes);
    for p in planned {
        let mut report = property_report(p, steps, found.as_ref());
        if report.engine != "none"
            && let Some(outcome) = outcomes.next()
        {
            report.errors = outcome.errors;
            match &outcome.verdict {
                core::Verdict::Holds => report.verdict = Verdict::Holds,
                core::Verdict::Unknown(reason) => report.reason = Some(describe_stop(*reason)),
                core::Verdict::Violated(evidence) => {
                    let (evidence, reason) = confirm(original, &searched, &invariants, evidence)
                        .map_err(|e| CheckError::Internal(format!("{}: {e}", report.name)))?;
                    report.verdict = Verdict::Violated;
                    report.reason = Some(reason);
                    report.evidence = Some(evidence);
                }
            }
        }
        properties.push(report);
    }
    note_broken_runs(&mut properties);
    let mut unreached =
        found.filter(|f| f.complete).map_or_else(Vec::new, |f| unreached(&searched, &f.reached));
    // A statement that fails has been reached, though it was not carried out.
    let shown =
        || properties.iter().filter_map(|p| p.evidence.as_ref()).flat_map(|e| e.prefix.last());
    unreached.retain(|u| !shown().any(|s| (s.line, &*s.source) == (u.line, u.source.as_str())));
    Ok(Report {
        model: loaded.path.display().to_string(),
        language: loaded.language.name(),
        properties,
        unreached,
        time: begin.elapsed(),
    })
}

/// A run-time error other than a failed assertion ends its run, so what holds, holds up to there.
fn note_broken_runs(properties: &mut [PropertyReport]) {
    let ends_run = |e: &Evidence| !matches!(e.kind, "assertion" | "deadlock" | "invariant");
    if properties.iter().filter_map(|p| p.evidence.as_ref()).any(ends_run) {
        for p in properties.iter_mut().filter(|p| p.verdict == Verdict::Holds) {
            p.reason = Some("as far as runs do not end in a run-time error".into());
        }
    }
}

/// A search for violations of safety properties.
struct Search<'a> {
    system: &'a System,
    invariants: &'a [Expr],
    config: &'a Config,
    cancel: &'a Cancel,
}

/// What a search found.
struct Found {
    report: explicit::Report,
    /// The edges that were executed.
    reached: HashSet<(TemplateId, EdgeId)>,
    /// Every reachable state was expanded.
    complete: bool,
    time: Duration,
}

impl Search<'_> {
    /// One search for all properties that are decided by one; none if there are none.
    fn run(
        &self,
        planned: &[Planned],
        observer: &mut dyn Observer,
    ) -> Result<Option<Found>, CheckError> {
        let begin = Instant::now();
        let mut limits = self.limits();
        let watched = planned.iter().filter_map(|p| match p.method {
            Method::Search { order, watched, .. } => Some((order, watched)),
            Method::Undecided(_) => None,
        });
        let (orders, properties): (Vec<Order>, Vec<_>) = watched.unzip();
        let Some(&order) = orders.first() else { return Ok(None) };
        let query = Query { properties, order, keep_going: self.config.keep_going };
        let mut shape = Shape::probe(self.system);
        loop {
            let machine = Machine::new(self.system, &shape, self.invariants)
                .map_err(|e| CheckError::TooLarge(e.to_string()))?;
            let mut scratch = core::TransitionSystem::scratch(&machine);
            let mut store = exact_store(&machine, &limits);
            let mut control = Control::new(limits, self.cancel.clone(), observer);
            let report = check_safety(&machine, &mut scratch, &mut store, &query, &mut control);
            if let Some(core::StopReason::Interrupted(missing)) = report.stopped {
                shape.widen(missing);
                limits.time = self.config.limits.time.map(|t| t.saturating_sub(begin.elapsed()));
                continue;
            }
            let decided = report.outcomes.iter().all(|o| o.verdict.is_violated());
            let complete = report.stopped.is_none() && (!decided || self.config.keep_going);
            let reached = reached_edges(self.system, &machine, &scratch);
            return Ok(Some(Found { report, reached, complete, time: begin.elapsed() }));
        }
    }

    fn limits(&self) -> core::Limits {
        let asked = &self.config.limits;
        core::Limits {
            states: asked.states,
            depth: asked.depth,
            memory: asked.memory.or_else(|| Some(memory::total()? / 5 * 4)),
            time: asked.time,
        }
    }
}

/// The edges that a search executed.
fn reached_edges(
    system: &System,
    machine: &Machine,
    scratch: &burnside_vm::Scratch,
) -> HashSet<(TemplateId, EdgeId)> {
    let edges = |(id, t): (TemplateId, &burnside_ir::Template)| {
        (0..t.edges.len()).map(move |e| (id, EdgeId::new(e)))
    };
    let all = system.templates().flat_map(edges);
    all.filter(|(t, e)| machine.reached(scratch, *t, *e)).collect()
}

/// The report on a property of which nothing but the plan and the search's size is known yet.
fn property_report(p: Planned, steps: Steps, found: Option<&Found>) -> PropertyReport {
    let engine = p.method.engine();
    let found = found.filter(|_| engine != "none");
    let stats = found.map_or_else(core::Stats::default, |f| f.report.stats);
    PropertyReport {
        name: p.name,
        kind: p.kind,
        formula: p.formula,
        verdict: Verdict::Unknown,
        reason: match p.method {
            Method::Undecided(why) => Some(why),
            Method::Search { .. } => None,
        },
        engine,
        steps,
        reductions: p.reductions,
        states: stats.states,
        transitions: stats.transitions,
        depth: stats.depth,
        errors: 0,
        time: found.map_or(Duration::ZERO, |f| f.time),
        peak_memory: memory::peak(),
        store_bytes: stats.store_bytes,
        evidence: None,
    }
}

/// What to tell a user about a search that was cut short.
fn describe_stop(reason: core::StopReason) -> String {
    match reason {
        core::StopReason::Memory => "the memory limit was reached (see --memory)",
        core::StopReason::Time => "the time limit was reached (see --time)",
        core::StopReason::States => {
            "the limit on the number of states was reached (see --max-states)"
        }
        core::StopReason::Depth => {
            "runs longer than the depth limit were cut off (see --max-depth)"
        }
        core::StopReason::Cancelled => "the search was interrupted",
        core::StopReason::Interrupted(_) => "the model could not be compiled for all its processes",
        core::StopReason::LossyStore => "the store may have dropped states",
    }
    .to_owned()
}

/// Replays a counterexample on the original system and makes sure that it violates what it should.
fn confirm(
    original: &System,
    searched: &System,
    invariants: &[Expr],
    evidence: &core::Evidence,
) -> Result<(Evidence, String), ReplayError> {
    let steps = evidence.path.steps();
    let start = steps[0] as usize;
    if let (core::Violation::Fault(_), Some(Finding { kind, reason })) =
        (evidence.violation, replay::initial_fault(original))
    {
        let (prefix, cycle, positions) = (Vec::new(), Vec::new(), Vec::new());
        return Ok((Evidence { kind, start, steps: 0, prefix, cycle, positions }, reason));
    }
    let actions = replay::actions_of(searched, Indices { start, steps: &steps[1..] })?;
    let run = replay::follow(original, searched, start, &actions)?;
    let claimed = match evidence.violation {
        core::Violation::Deadlock => Claimed::Deadlock,
        core::Violation::Fault(_) => Claimed::Fault,
        core::Violation::Invariant(ap) | core::Violation::BrokenInvariant(ap, _) => {
            Claimed::Invariant(&invariants[ap.0 as usize])
        }
        core::Violation::AcceptanceCycle | core::Violation::BrokenProposition(_) => {
            unreachable!("a safety search looks at finite runs only")
        }
    };
    let Finding { kind, reason } = replay::judge(original, &run, claimed)?;
    let positions = trace::positions(&Interpreter::new(original), &run.last);
    let evidence = Evidence {
        kind,
        start,
        steps: steps.len() - 1,
        prefix: run.steps,
        cycle: Vec::new(),
        positions,
    };
    Ok((evidence, reason))
}

/// The statements of which no copy was executed.
fn unreached(system: &System, reached: &HashSet<(TemplateId, EdgeId)>) -> Vec<Unreached> {
    let mut list = Vec::new();
    for (id, t) in system.templates() {
        let executed: HashSet<&Origin> =
            reached.iter().filter(|(r, _)| *r == id).map(|(_, e)| &t.edge(*e).origin).collect();
        let unreached = t.edges.iter().filter(|e| {
            let silent = e.op == Op::Skip && e.origin.text.is_empty();
            !silent && !executed.contains(&e.origin)
        });
        let mut origins: Vec<&Origin> = unreached.map(|e| &e.origin).collect();
        origins.sort_by_key(|o| (o.file, o.line, o.column));
        origins.dedup();
        list.extend(origins.into_iter().map(|o| Unreached {
            process: t.name.clone(),
            file: system.files.get(o.file as usize).cloned().unwrap_or_default(),
            line: o.line,
            source: o.text.clone(),
        }));
    }
    list
}

/// A run-time error before the first step.
impl From<FaultKind> for CheckError {
    fn from(kind: FaultKind) -> Self {
        CheckError::Initial(kind.message())
    }
}
