//! Views for programs: the shapes of the JSON that is printed, apart from the library's own types.

use std::path::Path;

use burnside::graph::StateGraph;
use burnside::load::Loaded;
use burnside::plan::{Method, Plan, Steps};
use burnside::report::{Evidence, PropertyReport, Report};
use burnside::trace::{Change, MessageEvent, TraceStep, Value};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::json;

use super::layout::pretty;
use crate::commands::End;
use crate::exit::Failure;

/// The version that made it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Depth to which a report is spread over lines: one line per step of a counterexample.
pub const REPORT_DEPTH: usize = 5;

#[derive(Serialize)]
struct ReportView<'a> {
    burnside: &'static str,
    model: &'a str,
    language: &'static str,
    properties: Vec<PropertyView<'a>>,
    unreached: Vec<serde_json::Value>,
    seconds: f64,
}

#[derive(Serialize)]
struct PropertyView<'a> {
    name: &'a str,
    kind: &'static str,
    formula: Option<&'a str>,
    verdict: &'static str,
    reason: Option<&'a str>,
    vacuous: bool,
    engine: &'static str,
    fairness: &'static str,
    exact_steps: bool,
    reductions: ReductionsView<'a>,
    states: u64,
    transitions: u64,
    depth: u64,
    errors: u64,
    seconds: f64,
    peak_memory_bytes: u64,
    store_bytes: u64,
    evidence: Option<EvidenceView<'a>>,
}

#[derive(Serialize)]
struct ReductionsView<'a> {
    symmetry: Option<()>,
    partial_order: Option<()>,
    why_not: &'a [String],
}

#[derive(Serialize)]
struct EvidenceView<'a> {
    kind: &'static str,
    prefix: Vec<StepView<'a>>,
    cycle: Vec<StepView<'a>>,
}

/// One executed statement. Reports and traces have the same.
#[derive(Serialize)]
pub struct StepView<'a> {
    process: &'a str,
    instance: usize,
    file: &'a str,
    line: u32,
    source: &'a str,
    changes: Changes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<MessageView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    printed: Option<&'a str>,
    template: u32,
    edge: u32,
    params: &'a [i32],
}

impl<'a> From<&'a TraceStep> for StepView<'a> {
    fn from(step: &'a TraceStep) -> Self {
        StepView {
            process: &step.process,
            instance: step.instance,
            file: &step.file,
            line: step.line,
            source: &step.source,
            changes: Changes(&step.changes),
            message: step.message.as_ref().map(MessageView::from),
            printed: step.printed.as_deref(),
            template: step.template,
            edge: step.edge,
            params: &step.params,
        }
    }
}

/// Views of all steps.
pub fn steps(steps: &[TraceStep]) -> Vec<StepView<'_>> {
    steps.iter().map(StepView::from).collect()
}

/// `{"x": [0, 1]}`.
struct Changes<'a>(&'a [Change]);

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for c in self.0 {
            map.serialize_entry(&c.name, &(ValueView(&c.before), ValueView(&c.after)))?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct MessageView<'a> {
    channel: &'a str,
    sent: bool,
    rendezvous: bool,
    values: Vec<ValueView<'a>>,
}

impl<'a> From<&'a MessageEvent> for MessageView<'a> {
    fn from(m: &'a MessageEvent) -> Self {
        MessageView {
            channel: &m.channel,
            sent: m.sent,
            rendezvous: m.rendezvous,
            values: m.values.iter().map(ValueView).collect(),
        }
    }
}

/// A number, a name, a list of messages, or null for what does not exist.
struct ValueView<'a>(&'a Value);

impl Serialize for ValueView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Nothing => serializer.serialize_none(),
            Value::Int(v) => serializer.serialize_i32(*v),
            Value::Name(n) => serializer.serialize_str(n),
            Value::Queue(messages) => serializer
                .collect_seq(messages.iter().map(|m| m.iter().map(ValueView).collect::<Vec<_>>())),
        }
    }
}

/// The report on one model.
pub fn report(report: &Report) -> serde_json::Value {
    let view = ReportView {
        burnside: VERSION,
        model: &report.model,
        language: report.language,
        properties: report.properties.iter().map(property).collect(),
        unreached: report
            .unreached
            .iter()
            .map(|u| json!({"process": u.process, "file": u.file, "line": u.line, "source": u.source}))
            .collect(),
        seconds: seconds(report.time),
    };
    serde_json::to_value(view).unwrap_or_default()
}

fn property(p: &PropertyReport) -> PropertyView<'_> {
    PropertyView {
        name: &p.name,
        kind: p.kind.name(),
        formula: p.formula.as_deref(),
        verdict: p.verdict.name(),
        reason: p.reason.as_deref(),
        vacuous: false,
        engine: p.engine,
        fairness: "none",
        exact_steps: p.steps == Steps::Exact,
        reductions: ReductionsView {
            symmetry: None,
            partial_order: None,
            why_not: &p.reductions.why_not,
        },
        states: p.states,
        transitions: p.transitions,
        depth: p.depth,
        errors: p.errors,
        seconds: seconds(p.time),
        peak_memory_bytes: p.peak_memory,
        store_bytes: p.store_bytes,
        evidence: p.evidence.as_ref().map(evidence),
    }
}

fn evidence(e: &Evidence) -> EvidenceView<'_> {
    EvidenceView { kind: e.kind, prefix: steps(&e.prefix), cycle: steps(&e.cycle) }
}

/// Microseconds are enough.
fn seconds(duration: std::time::Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e6
}

/// In place of a report: why there is none.
pub fn failure(model: &Path, failure: &Failure) -> serde_json::Value {
    let message = anstream::adapter::strip_str(&failure.message).to_string();
    json!({
        "burnside": VERSION,
        "model": model.display().to_string(),
        "error": message.trim_end(),
    })
}

/// What would be done.
pub fn plan(loaded: &Loaded, plan: &Plan) -> String {
    let property = |p: &burnside::plan::Planned| {
        let why = match &p.method {
            Method::Search { why, .. } => (*why).to_owned(),
            Method::Undecided(why) => why.clone(),
        };
        let why_not = &p.reductions.why_not;
        json!({
            "name": p.name, "kind": p.kind.name(), "formula": p.formula,
            "engine": p.method.engine(), "why": why,
            "reductions": {"symmetry": null, "partial_order": null, "why_not": why_not},
        })
    };
    pretty(
        &json!({
            "burnside": VERSION,
            "model": loaded.path.display().to_string(),
            "language": loaded.language.name(),
            "exact_steps": plan.steps == Steps::Exact,
            "properties": plan.properties.iter().map(property).collect::<Vec<_>>(),
        }),
        4,
    )
}

/// A run and why it ended.
pub fn simulation(loaded: &Loaded, seed: u64, run: &[TraceStep], end: &End) -> String {
    let reason = match end {
        End::Fault(what) => Some(what),
        _ => None,
    };
    pretty(
        &json!({
            "burnside": VERSION,
            "model": loaded.path.display().to_string(),
            "language": loaded.language.name(),
            "seed": seed,
            "steps": steps(run),
            "end": end.name(),
            "reason": reason,
        }),
        2,
    )
}

/// States and steps.
pub fn graph(loaded: &Loaded, graph: &StateGraph) -> String {
    let node = |(i, n): (usize, &burnside::graph::Node)| {
        let values: serde_json::Map<String, serde_json::Value> = n
            .values
            .iter()
            .map(|(name, v)| (name.clone(), serde_json::to_value(ValueView(v)).unwrap_or_default()))
            .collect();
        let at = n.positions.iter().map(|p| {
            json!({"process": p.process, "instance": p.instance, "line": p.line(), "end": p.valid_end})
        });
        json!({
            "id": i, "initial": i < graph.initial, "deadlock": n.deadlock,
            "values": values, "processes": at.collect::<Vec<_>>(),
        })
    };
    let edge = |e: &burnside::graph::GraphEdge| {
        let fault = e.fault.map(|f| f.name());
        json!({"from": e.from, "to": e.to, "label": e.label, "fault": fault})
    };
    pretty(
        &json!({
            "burnside": VERSION,
            "model": loaded.path.display().to_string(),
            "language": loaded.language.name(),
            "complete": !graph.cut,
            "states": graph.nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
            "edges": graph.edges.iter().map(edge).collect::<Vec<_>>(),
        }),
        2,
    )
}
