//! Runs as people read them: which process did what, and what changed.

use std::collections::HashMap;
use std::sync::Arc;

use burnside_ir::{
    Action, Channel, ChannelRef, EdgeId, Id, Interpreter, Queue, Repr, State, System, Template,
    TemplateId, Type, Var,
};

/// One executed statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The name of the process's template.
    pub process: Arc<str>,
    /// The process id.
    pub instance: usize,
    /// The number of the template, for replaying.
    pub template: u32,
    /// The edge of the template, for replaying.
    pub edge: u32,
    /// The values of the edge's parameters, for replaying.
    pub params: Vec<i32>,
    /// The file.
    pub file: Arc<str>,
    /// The line.
    pub line: u32,
    /// The statement.
    pub source: Arc<str>,
    /// What it changed.
    pub changes: Vec<Change>,
    /// The message it sent or received.
    pub message: Option<MessageEvent>,
    /// What it printed.
    pub printed: Option<String>,
}

impl TraceStep {
    /// `P[1]: x = 1`.
    pub fn label(&self) -> String {
        format!("{}[{}]: {}", self.process, self.instance, self.source)
    }
}

/// A changed variable, channel or process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// `flag[1]`, `P[2]:x`, …
    pub name: String,
    /// The old value.
    pub before: Value,
    /// The new value.
    pub after: Value,
}

/// A value as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// It does not exist.
    Nothing,
    /// A number.
    Int(i32),
    /// A name: of an enumeration constant, a channel, a process.
    Name(String),
    /// The messages in a channel.
    Queue(Vec<Vec<Value>>),
}

/// A message sent or received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageEvent {
    /// The name of the channel.
    pub channel: String,
    /// Sent, not received?
    pub sent: bool,
    /// Without a buffer in between?
    pub rendezvous: bool,
    /// The fields.
    pub values: Vec<Value>,
}

/// Describes the actions that lead from `before` through the states recorded with them.
pub fn describe(system: &System, before: &State, actions: &[Action]) -> Vec<TraceStep> {
    Describer::new(system).describe(before, actions)
}

/// Describes actions; names are kept once, however long the run.
#[derive(Debug)]
pub struct Describer<'a> {
    system: &'a System,
    names: HashMap<(TemplateId, EdgeId), Names>,
}

/// The names that belong to an edge.
#[derive(Clone, Debug)]
struct Names {
    process: Arc<str>,
    file: Arc<str>,
    source: Arc<str>,
}

impl<'a> Describer<'a> {
    /// For runs of this system.
    pub fn new(system: &'a System) -> Self {
        Describer { system, names: HashMap::new() }
    }

    /// Describes the actions that lead from `before` through the states recorded with them.
    pub fn describe(&mut self, before: &State, actions: &[Action]) -> Vec<TraceStep> {
        let system = self.system;
        let mut previous = before;
        let mut steps = Vec::with_capacity(actions.len());
        for action in actions {
            let after = action.after.as_deref().unwrap_or(previous);
            let origin = &system.template(action.template).edge(action.edge).origin;
            let Names { process, file, source } = self.names(action.template, action.edge);
            let message = action.message.as_ref().and_then(|m| {
                let (decl, name) = channel(system, previous, m.chan)?;
                Some(MessageEvent {
                    channel: name,
                    sent: m.sent,
                    rendezvous: decl.capacity == 0,
                    values: fields(system, previous, &decl.fields, &m.values),
                })
            });
            steps.push(TraceStep {
                process,
                instance: action.pid,
                template: action.template.0,
                edge: action.edge.0,
                params: action.params.clone(),
                file,
                line: origin.line,
                source,
                changes: changes(system, previous, after),
                message,
                printed: action.printed.clone(),
            });
            previous = after;
        }
        steps
    }

    fn names(&mut self, template: TemplateId, edge: EdgeId) -> Names {
        let system = self.system;
        let make = || {
            let t = system.template(template);
            let origin = &t.edge(edge).origin;
            let file = system.files.get(origin.file as usize).map_or("", String::as_str);
            Names {
                process: t.name.as_str().into(),
                file: file.into(),
                source: origin.text.as_str().into(),
            }
        };
        self.names.entry((template, edge)).or_insert_with(make).clone()
    }
}

/// What differs between two states. Only what differs is put into words, since runs can be long.
pub fn changes(system: &System, before: &State, after: &State) -> Vec<Change> {
    let mut list = Vec::new();
    let mut add = |name: String, before: Value, after: Value| {
        list.push(Change { name, before, after });
    };
    let cells = |prefix: &str,
                 var: &Var,
                 old: &[i32],
                 new: &[i32],
                 add: &mut dyn FnMut(_, _, _)| {
        if !var.shown || old == new {
            return;
        }
        for i in (0..old.len()).filter(|i| old[*i] != new[*i]) {
            let name = format!("{prefix}{}", cell_name(var, i));
            add(name, value(system, before, var.ty, old[i]), value(system, after, var.ty, new[i]));
        }
    };
    let queue =
        |name: String, chan: &Channel, old: &Queue, new: &Queue, add: &mut dyn FnMut(_, _, _)| {
            if chan.capacity > 0 && old != new {
                add(name, messages(system, before, chan, old), messages(system, after, chan, new));
            }
        };
    for (i, var) in system.globals.iter().enumerate() {
        cells("", var, &before.globals[i], &after.globals[i], &mut add);
    }
    for (i, chan) in system.chans.iter().enumerate() {
        queue(chan.name.clone(), chan, &before.chans[i], &after.chans[i], &mut add);
    }
    for pid in 0..before.procs.len().max(after.procs.len()) {
        let (old, new) = (before.procs.get(pid), after.procs.get(pid));
        if let (Some(old), Some(new)) = (old, new)
            && old.template == new.template
        {
            if old.vars == new.vars && old.chans == new.chans {
                continue;
            }
            let t = system.template(old.template);
            let prefix = format!("{}:", instance_name(t, pid));
            for (i, var) in t.vars.iter().enumerate() {
                cells(&prefix, var, &old.vars[i], &new.vars[i], &mut add);
            }
            for (i, chan) in t.chans.iter().enumerate() {
                let name = format!("{prefix}{}", chan.name);
                queue(name, chan, &old.chans[i], &new.chans[i], &mut add);
            }
            continue;
        }
        let running = || Value::Name("running".into());
        if let Some(old) = old {
            add(instance_name(system.template(old.template), pid), running(), Value::Nothing);
        }
        if let Some(new) = new {
            let t = system.template(new.template);
            let name = instance_name(t, pid);
            add(name.clone(), Value::Nothing, running());
            // A new process is all zero unless it says otherwise.
            for (var, values) in t.vars.iter().zip(&new.vars).filter(|(v, _)| v.shown) {
                for (i, v) in values.iter().enumerate().filter(|(_, v)| **v != 0) {
                    let name = format!("{name}:{}", cell_name(var, i));
                    add(name, Value::Nothing, value(system, after, var.ty, *v));
                }
            }
        }
    }
    list
}

/// Everything a state consists of, by name: globals, channels, processes with their variables.
pub fn valuation(system: &System, state: &State) -> Vec<(String, Value)> {
    let mut list = Vec::new();
    for (var, cells) in system.globals.iter().zip(&state.globals) {
        add_cells((system, state), "", var, cells, &mut list);
    }
    for (chan, queue) in system.chans.iter().zip(&state.chans) {
        add_queue((system, state), chan.name.clone(), chan, queue, &mut list);
    }
    for (pid, p) in state.procs.iter().enumerate() {
        let template = system.template(p.template);
        let name = instance_name(template, pid);
        list.push((name.clone(), Value::Name("running".into())));
        let prefix = format!("{name}:");
        for (var, cells) in template.vars.iter().zip(&p.vars) {
            add_cells((system, state), &prefix, var, cells, &mut list);
        }
        for (chan, queue) in template.chans.iter().zip(&p.chans) {
            let name = format!("{prefix}{}", chan.name);
            add_queue((system, state), name, chan, queue, &mut list);
        }
    }
    list
}

/// `P[2]`.
pub fn instance_name(template: &Template, pid: usize) -> String {
    format!("{}[{pid}]", template.name)
}

fn add_cells(
    (system, state): (&System, &State),
    prefix: &str,
    var: &Var,
    cells: &[i32],
    list: &mut Vec<(String, Value)>,
) {
    if !var.shown {
        return;
    }
    for (i, cell) in cells.iter().enumerate() {
        list.push((format!("{prefix}{}", cell_name(var, i)), value(system, state, var.ty, *cell)));
    }
}

/// `x`, `x[1]`, `x[1].f[2]`.
fn cell_name(var: &Var, cell: usize) -> String {
    if var.dims.is_empty() {
        return var.name.clone();
    }
    let mut index = Vec::new();
    let mut rest = cell;
    for dim in var.dims.iter().rev() {
        index.push(rest % dim.len as usize);
        rest /= dim.len as usize;
    }
    index.reverse();
    indexed(&var.name, &index)
}

/// `x.f` with indices 1, 2 is `x[1].f[2]` if it has as many parts as indices, else `x.f[1][2]`.
fn indexed(name: &str, index: &[usize]) -> String {
    let parts: Vec<&str> = name.split('.').collect();
    if index.len() == parts.len() && parts.len() > 1 {
        let parts: Vec<String> =
            parts.iter().zip(index).map(|(p, i)| format!("{p}[{i}]")).collect();
        return parts.join(".");
    }
    if index.len() == 1 && parts.len() > 1 {
        return format!("{}[{}].{}", parts[0], index[0], parts[1..].join("."));
    }
    let index: String = index.iter().map(|i| format!("[{i}]")).collect();
    format!("{name}{index}")
}

fn add_queue(
    (system, state): (&System, &State),
    name: String,
    chan: &Channel,
    queue: &Queue,
    list: &mut Vec<(String, Value)>,
) {
    if chan.capacity > 0 {
        list.push((name, messages(system, state, chan, queue)));
    }
}

fn messages(system: &System, state: &State, chan: &Channel, queue: &Queue) -> Value {
    Value::Queue(queue.iter().map(|m| fields(system, state, &chan.fields, m)).collect())
}

fn fields(system: &System, state: &State, types: &[Type], values: &[i32]) -> Vec<Value> {
    types.iter().zip(values).map(|(ty, v)| value(system, state, *ty, *v)).collect()
}

/// A value of a type, by name where it has one in this state.
pub fn value(system: &System, state: &State, ty: Type, v: i32) -> Value {
    let name = match ty.repr {
        Repr::Enum(id) => system.enum_name(id, v).map(str::to_owned),
        Repr::Chan => system.channel_of(v).and_then(|c| Some(channel(system, state, c)?.1)),
        _ => None,
    };
    name.map_or(Value::Int(v), Value::Name)
}

/// Declaration and name of a channel; none if its process does not run.
fn channel<'s>(
    system: &'s System,
    state: &State,
    chan: ChannelRef,
) -> Option<(&'s Channel, String)> {
    match chan {
        ChannelRef::Global(c) => {
            let decl = &system.chans[c.index()];
            Some((decl, decl.name.clone()))
        }
        ChannelRef::Own(pid, c) => {
            let template = system.template(state.procs.get(pid)?.template);
            let decl = template.chans.get(c.index())?;
            Some((decl, format!("{}:{}", instance_name(template, pid), decl.name)))
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Nothing => f.write_str("-"),
            Value::Int(v) => write!(f, "{v}"),
            Value::Name(n) => f.write_str(n),
            Value::Queue(messages) => {
                f.write_str("[")?;
                for (i, message) in messages.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    f.write_str("<")?;
                    for (j, value) in message.iter().enumerate() {
                        write!(f, "{}{value}", if j > 0 { "," } else { "" })?;
                    }
                    f.write_str(">")?;
                }
                f.write_str("]")
            }
        }
    }
}

/// The processes of a state and where they are, for a deadlock's description.
pub fn positions(interpreter: &Interpreter<'_>, state: &State) -> Vec<Position> {
    let system = interpreter.system();
    let at = |(pid, p): (usize, &burnside_ir::Process)| {
        let template = system.template(p.template);
        let mut next: Vec<Statement> = Vec::new();
        for origin in template.out(p.loc).map(|e| &template.edge(e).origin) {
            let statement = Statement { line: origin.line, source: origin.text.clone() };
            if !next.contains(&statement) {
                next.push(statement);
            }
        }
        Position {
            process: template.name.clone(),
            instance: pid,
            next,
            valid_end: template.loc(p.loc).end,
        }
    };
    state.procs.iter().enumerate().map(at).collect()
}

/// Where a process is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The name of its template.
    pub process: String,
    /// Its id.
    pub instance: usize,
    /// The statements that may come next, executable or not; none behind the last one.
    pub next: Vec<Statement>,
    /// May it rest here?
    pub valid_end: bool,
}

impl Position {
    /// The line of the first statement that may come next; 0 if there is none.
    pub fn line(&self) -> u32 {
        self.next.first().map_or(0, |s| s.line)
    }
}

/// A statement of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its line.
    pub line: u32,
    /// Its text.
    pub source: String,
}
