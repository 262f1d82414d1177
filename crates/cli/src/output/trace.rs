//! Counterexamples in a file: written by `check --trace`, read by `replay`. See `docs/trace-format.md`.

use burnside::load::Source;
use burnside::replay::Recorded;
use burnside::report::{PropertyReport, Report};
use serde::{Deserialize, Serialize};

use super::json::{StepView, VERSION, steps};
use super::layout::pretty;

#[derive(Serialize)]
struct TraceView<'a> {
    burnside: &'static str,
    model: &'a str,
    language: &'static str,
    defines: &'a [String],
    properties: Vec<PropertyView<'a>>,
}

#[derive(Serialize)]
struct PropertyView<'a> {
    name: &'a str,
    kind: &'static str,
    formula: Option<&'a str>,
    violation: &'static str,
    reason: Option<&'a str>,
    start: usize,
    prefix: Vec<StepView<'a>>,
    cycle: Vec<StepView<'a>>,
}

/// All counterexamples of a report; none is fine.
pub fn write(report: &Report, source: &Source) -> String {
    let view = TraceView {
        burnside: VERSION,
        model: &report.model,
        language: report.language,
        defines: &source.defines,
        properties: report.properties.iter().filter_map(property_view).collect(),
    };
    pretty(&view, 4)
}

fn property_view(p: &PropertyReport) -> Option<PropertyView<'_>> {
    let e = p.evidence.as_ref()?;
    Some(PropertyView {
        name: &p.name,
        kind: p.kind.name(),
        formula: p.formula.as_deref(),
        violation: e.kind,
        reason: p.reason.as_deref(),
        start: e.start,
        prefix: steps(&e.prefix),
        cycle: steps(&e.cycle),
    })
}

/// A trace file that was read.
#[derive(Debug)]
pub struct RecordedTrace {
    /// The model's file when it was written.
    pub model: String,
    /// The macros of the check.
    pub defines: Vec<String>,
    /// The counterexamples.
    pub properties: Vec<RecordedProperty>,
}

/// A counterexample that was read.
#[derive(Debug)]
pub struct RecordedProperty {
    /// The property.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Its formula.
    pub formula: Option<String>,
    /// Which initial state.
    pub start: usize,
    steps: Vec<RecordedStep>,
}

/// What is needed of a step; everything else in it is for readers.
#[derive(Debug, Deserialize)]
struct RecordedStep {
    process: String,
    instance: usize,
    template: u32,
    edge: u32,
    #[serde(default)]
    params: Vec<i32>,
    source: String,
}

/// The file, before its steps have been looked at one by one.
#[derive(Deserialize)]
struct RawTrace {
    model: String,
    #[serde(default)]
    defines: Vec<String>,
    properties: Vec<RawProperty>,
}

#[derive(Deserialize)]
struct RawProperty {
    name: String,
    kind: String,
    formula: Option<String>,
    start: usize,
    prefix: Vec<serde_json::Value>,
    #[serde(default)]
    cycle: Vec<serde_json::Value>,
}

impl RecordedTrace {
    /// Reads a trace; the error says what is wrong and in which step.
    pub fn parse(bytes: &[u8]) -> Result<RecordedTrace, String> {
        let raw: RawTrace = serde_json::from_slice(bytes).map_err(|e| {
            let cut = if e.is_eof() { "; the file is cut off" } else { "" };
            format!("{e}{cut}")
        })?;
        let properties = raw.properties.into_iter().map(|p| {
            let steps = p.prefix.into_iter().chain(p.cycle).enumerate().map(|(i, value)| {
                serde_json::from_value(value)
                    .map_err(|e| format!("property `{}`, step {}: {e}", p.name, i + 1))
            });
            let steps = steps.collect::<Result<_, _>>()?;
            let (kind, formula, start) = (p.kind, p.formula, p.start);
            Ok(RecordedProperty { name: p.name.clone(), kind, formula, start, steps })
        });
        let properties = properties.collect::<Result<_, String>>()?;
        Ok(RecordedTrace { model: raw.model, defines: raw.defines, properties })
    }
}

impl RecordedProperty {
    /// The expression, if it is an invariant.
    pub fn invariant(&self) -> Option<String> {
        self.formula.clone().filter(|_| self.kind == "invariant")
    }

    /// The statements.
    pub fn steps(&self) -> impl Iterator<Item = Recorded<'_>> {
        self.steps.iter().map(|s| Recorded {
            process: &s.process,
            instance: s.instance,
            template: s.template,
            edge: s.edge,
            params: &s.params,
            source: &s.source,
        })
    }
}
