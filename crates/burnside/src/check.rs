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
use burnside_core::{ApId, Cancel, Observer};
use burnside_explicit as explicit;
use burnside_explicit::{Control, Order, Query, check_safety, exact_store};
use burnside_ir::simplify::{Observed, simplify};
use burnside_ir::{EdgeId, Expr, FaultKind, Id, Interpreter, Op, Origin, System, TemplateId};
use burnside_lang::model::ClaimKind;
use burnside_vm::{Machine, Shape};

use crate::config::{Config, Engine};
use crate::load::Loaded;
use crate::memory;
use crate::replay::{self, Indices, ReplayError};
use crate::report::{
    Evidence, PropertyKind, PropertyReport, Reductions, Report, Unreached, Verdict,
};
use crate::trace;

/// Why a check cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A property was named that the model does not have.
    #[error("the model has no property `{name}`; it has {known}")]
    NoSuchProperty {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
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

/// A property of the model that can be asked for by name.
struct Asked {
    name: String,
    kind: PropertyKind,
    formula: Option<String>,
    /// What the safety search watches; `None` for properties that it cannot decide.
    watched: Option<explicit::Property>,
}

/// Checks the properties that `config` selects.
pub fn check(
    loaded: &Loaded,
    config: &Config,
    observer: &mut dyn Observer,
    cancel: &Cancel,
) -> Result<Report, CheckError> {
    let begin = Instant::now();
    let asked = select(loaded, config)?;
    let original = &loaded.system;
    let invariants: Vec<Expr> = loaded.invariants.iter().map(|(_, e)| e.clone()).collect();
    let mut searched = original.clone();
    if !config.exact_steps {
        simplify(&mut searched, &Observed::by(original, &invariants));
    }
    let watched: Vec<explicit::Property> = asked.iter().filter_map(|a| a.watched).collect();
    let search = Search { system: &searched, invariants: &invariants, config, cancel };
    let found = search.run(&watched, observer)?;

    let mut properties = Vec::new();
    let mut outcomes = found.report.outcomes.iter();
    for a in asked {
        let outcome = a.watched.and_then(|_| outcomes.next());
        let mut p = property_report(&a, &found, config);
        if let Some(outcome) = outcome {
            p.errors = outcome.errors;
            match &outcome.verdict {
                core::Verdict::Holds => p.verdict = Verdict::Holds,
                core::Verdict::Unknown(reason) => p.reason = Some(describe_stop(*reason)),
                core::Verdict::Violated(evidence) => {
                    let (evidence, reason) = confirm(original, &searched, &invariants, evidence)
                        .map_err(|e| CheckError::Internal(format!("{}: {e}", a.name)))?;
                    p.verdict = Verdict::Violated;
                    p.reason = Some(reason);
                    p.evidence = Some(evidence);
                }
            }
        }
        properties.push(p);
    }
    Ok(Report {
        model: loaded.path.display().to_string(),
        language: loaded.language.name(),
        properties,
        unreached: if found.complete { unreached(&searched, &found.reached) } else { Vec::new() },
        time: begin.elapsed(),
    })
}

/// The properties to check, in the order in which they are reported.
fn select(loaded: &Loaded, config: &Config) -> Result<Vec<Asked>, CheckError> {
    use explicit::Property::{Invariant, NoDeadlock, NoFault};
    let plain = |name: &str, kind, watched| Asked {
        name: name.to_owned(),
        kind,
        formula: None,
        watched: Some(watched),
    };
    let mut all = vec![
        plain("deadlock", PropertyKind::Deadlock, NoDeadlock),
        plain("assertions", PropertyKind::Assertions, NoFault),
    ];
    for (i, (text, _)) in loaded.invariants.iter().enumerate() {
        let several = loaded.invariants.len() > 1;
        all.push(Asked {
            name: if several { format!("invariant-{}", i + 1) } else { "invariant".into() },
            kind: PropertyKind::Invariant,
            formula: Some(text.clone()),
            watched: Some(Invariant(ApId(i as u32))),
        });
    }
    for claim in &loaded.claims {
        let kind = match claim.kind {
            ClaimKind::Ltl => PropertyKind::Ltl,
            ClaimKind::Never => PropertyKind::Never,
            ClaimKind::Trace | ClaimKind::Notrace => PropertyKind::Trace,
        };
        let (name, formula) = (claim.name.clone(), Some(claim.text.clone()));
        all.push(Asked { name, kind, formula, watched: None });
    }
    if config.properties.is_empty() {
        return Ok(all);
    }
    for name in &config.properties {
        if !all.iter().any(|a| a.name == *name) {
            let known: Vec<String> = all.iter().map(|a| format!("`{}`", a.name)).collect();
            let known = known.join(", ");
            return Err(CheckError::NoSuchProperty { name: name.clone(), known });
        }
    }
    all.retain(|a| config.properties.contains(&a.name));
    Ok(all)
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
    fn run(
        &self,
        watched: &[explicit::Property],
        observer: &mut dyn Observer,
    ) -> Result<Found, CheckError> {
        let begin = Instant::now();
        let limits = self.limits();
        let query = Query {
            properties: watched.to_vec(),
            order: match self.config.engine {
                Engine::Auto | Engine::Bfs => Order::BreadthFirst,
                Engine::Dfs => Order::DepthFirst,
            },
            keep_going: self.config.keep_going,
        };
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
                continue;
            }
            let decided = report.outcomes.iter().all(|o| o.verdict.is_violated());
            let complete = report.stopped.is_none()
                && (!decided || self.config.keep_going || watched.is_empty());
            let reached = reached_edges(self.system, &machine, &scratch);
            return Ok(Found { report, reached, complete, time: begin.elapsed() });
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

fn property_report(a: &Asked, found: &Found, config: &Config) -> PropertyReport {
    let stats = &found.report.stats;
    PropertyReport {
        name: a.name.clone(),
        kind: a.kind,
        formula: a.formula.clone(),
        verdict: Verdict::Unknown,
        reason: Some(format!("{} properties cannot be checked yet", a.kind.name())),
        engine: match config.engine {
            Engine::Auto | Engine::Bfs => "bfs",
            Engine::Dfs => "dfs",
        },
        reductions: Reductions {
            why_not: vec![
                "symmetry: not available yet".into(),
                "partial order: not available yet".into(),
            ],
        },
        states: stats.states,
        transitions: stats.transitions,
        depth: stats.depth,
        errors: 0,
        time: found.time,
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
    let actions = replay::actions_of(searched, Indices { start, steps: &steps[1..] })?;
    let run = replay::follow(original, searched, start, &actions)?;
    let interpreter = Interpreter::new(original);
    let (kind, reason) = match evidence.violation {
        core::Violation::Deadlock => {
            let stuck =
                interpreter.steps(&run.last).is_empty() && !interpreter.is_valid_end(&run.last);
            if !stuck {
                return Err(ReplayError::NotViolated);
            }
            ("deadlock", "invalid end state".to_owned())
        }
        core::Violation::Fault(_) => {
            let fault = run.fault.ok_or(ReplayError::NotViolated)?;
            let origin = &original.template(fault.template).edge(fault.edge).origin;
            (fault.kind.name(), format!("{}: {}", fault.kind.message(), place(original, origin)))
        }
        core::Violation::Invariant(ap) | core::Violation::BrokenInvariant(ap, _) => {
            match interpreter.eval_in(&run.last, None, &invariants[ap.0 as usize]) {
                Ok(0) => ("invariant", "invariant violated".to_owned()),
                Ok(_) => return Err(ReplayError::NotViolated),
                Err(kind) => (kind.name(), format!("the invariant fails: {}", kind.message())),
            }
        }
    };
    let positions = trace::positions(&interpreter, &run.last);
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

/// `model.pml:12: assert(x == 1)`.
fn place(system: &System, origin: &Origin) -> String {
    let file = system.files.get(origin.file as usize).map_or("", String::as_str);
    format!("{file}:{}: {}", origin.line, origin.text)
}

/// The statements of which no copy was executed.
fn unreached(system: &System, reached: &HashSet<(TemplateId, EdgeId)>) -> Vec<Unreached> {
    let mut list = Vec::new();
    for (id, t) in system.templates() {
        let executed: HashSet<&Origin> =
            reached.iter().filter(|(r, _)| *r == id).map(|(_, e)| &t.edge(*e).origin).collect();
        let mut seen = HashSet::new();
        for e in &t.edges {
            let o = &e.origin;
            let silent = e.op == Op::Skip && o.text.is_empty();
            if !silent && !executed.contains(o) && seen.insert(o) {
                list.push(Unreached {
                    process: t.name.clone(),
                    file: system.files.get(o.file as usize).cloned().unwrap_or_default(),
                    line: o.line,
                    source: o.text.clone(),
                });
            }
        }
    }
    list.sort_by(|a, b| (&a.process, a.line).cmp(&(&b.process, b.line)));
    list
}

/// A run-time error before the first step.
impl From<FaultKind> for CheckError {
    fn from(kind: FaultKind) -> Self {
        CheckError::Initial(kind.message())
    }
}
