//! A run as a table: one statement per row, with only what it changed.

use burnside::trace::{Change, TraceStep, Value};
use burnside_ir::System;

use super::style::{CHANGE, DIM, actor, paint};

/// Statements longer than this push the changes to the right instead of widening the column.
const WIDEST: usize = 36;

/// How the end of a process is written in the model's statements.
pub const END: &str = "-end-";

/// A statement on part of a line: compound ones are cut where their body begins.
pub fn readable(source: &str) -> String {
    if source == END {
        return "end of the process".to_owned();
    }
    match source.split_once('{') {
        Some((head, _)) => format!("{head}{{..}}"),
        None => source.to_owned(),
    }
}

/// The widths of the columns.
#[derive(Clone, Debug)]
pub struct Table {
    process: usize,
    line: usize,
    statement: usize,
    /// More than one file: lines are shown with the file's name.
    files: bool,
}

impl Table {
    /// As wide as these steps need.
    pub fn of_steps(steps: &[TraceStep]) -> Table {
        let files = steps.windows(2).any(|w| w[0].file != w[1].file);
        let mut table = Table { process: 7, line: 4, statement: 9, files };
        for step in steps {
            table.process = table.process.max(actor(step).len());
            table.line = table.line.max(table.line_of(step).len());
            table.statement = table.statement.max(readable(&step.source).chars().count());
        }
        table.statement = table.statement.min(WIDEST);
        table
    }

    /// As wide as the runs of a system will need.
    pub fn of_system(system: &System) -> Table {
        let files = system.files.len() > 1;
        let mut table = Table { process: 7, line: 4, statement: 9, files };
        for t in &system.templates {
            table.process = table.process.max(t.name.len() + 4);
            for e in &t.edges {
                let file = system.files.get(e.origin.file as usize).map_or(0, |f| f.len() + 1);
                let line = e.origin.line.to_string().len() + if files { file } else { 0 };
                table.line = table.line.max(line);
                table.statement = table.statement.max(readable(&e.origin.text).chars().count());
            }
        }
        table.statement = table.statement.min(WIDEST);
        table
    }

    /// The names of the columns.
    pub fn header(&self) -> String {
        let Table { process, line, statement, .. } = *self;
        let line = format!(
            "{:>6}  {:process$}  {:>line$}  {:statement$}  {}",
            "step", "process", "line", "statement", "changes"
        );
        paint(DIM, &line) + "\n"
    }

    /// One statement.
    pub fn row(&self, number: usize, step: &TraceStep) -> String {
        let Table { process, line, statement, .. } = *self;
        let front = format!(
            "{number:6}  {:process$}  {:>line$}  {:statement$}",
            actor(step),
            self.line_of(step),
            readable(&step.source)
        );
        let effects = paint(CHANGE, &effects(step));
        format!("{front}  {effects}").trim_end().to_owned() + "\n"
    }

    /// All steps, with the header.
    pub fn all(&self, steps: &[TraceStep]) -> String {
        self.some(steps, 0)
    }

    /// At most `most` steps, the first and the last ones; 0 means all.
    pub fn some(&self, steps: &[TraceStep], most: usize) -> String {
        let mut text = self.header();
        // What happened last matters most.
        let first = most / 4;
        let hidden = if most == 0 { 0 } else { steps.len().saturating_sub(most) };
        for (i, step) in steps.iter().enumerate() {
            if hidden > 1 && i == first {
                let note = format!("{hidden} steps not shown (--show-steps 0 shows all)");
                text += &format!("{:>6}  {}\n", "...", paint(DIM, &note));
            }
            if hidden <= 1 || i < first || i >= first + hidden {
                text += &self.row(i + 1, step);
            }
        }
        text
    }

    fn line_of(&self, step: &TraceStep) -> String {
        if self.files { format!("{}:{}", step.file, step.line) } else { step.line.to_string() }
    }
}

/// What a statement did, on one line.
fn effects(step: &TraceStep) -> String {
    let own = format!("{}:", actor(step));
    let mut parts = Vec::new();
    if let Some(m) = step.message.as_ref().filter(|m| m.rendezvous && m.sent) {
        parts.push(format!("{} <- {}", m.channel, joined(&m.values)));
    }
    if let Some(text) = &step.printed {
        parts.push(format!("prints {:?}", text.trim_end_matches('\n')));
    }
    parts.extend(step.changes.iter().map(|c| change(c, &own)));
    parts.join(", ")
}

/// `x: 0 -> 1`; for variables of the acting process without its name.
fn change(change: &Change, own: &str) -> String {
    let name = change.name.strip_prefix(own).unwrap_or(&change.name);
    match (&change.before, &change.after) {
        (Value::Nothing, Value::Name(n)) if n == "running" => format!("{name} starts"),
        (Value::Name(n), Value::Nothing) if n == "running" => format!("{name} ends"),
        (Value::Nothing, after) | (Value::Queue(_), after) => format!("{name} = {after}"),
        (before, after) => format!("{name}: {before} -> {after}"),
    }
}

/// `req,1`.
pub fn joined(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}
