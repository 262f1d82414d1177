//! Runs as people read them: which process did what, and what changed.

use burnside_ir::{
    Action, ChannelRef, Id, Interpreter, Queue, Repr, State, System, Template, Type, Var,
};

/// One executed statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The name of the process's template.
    pub process: String,
    /// The process id.
    pub instance: usize,
    /// The number of the template, for replaying.
    pub template: u32,
    /// The edge of the template, for replaying.
    pub edge: u32,
    /// The values of the edge's parameters, for replaying.
    pub params: Vec<i32>,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The statement.
    pub source: String,
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
    let mut previous = before;
    let mut steps = Vec::new();
    for action in actions {
        let after = action.after.as_deref().unwrap_or(previous);
        let template = system.template(action.template);
        let origin = &template.edge(action.edge).origin;
        steps.push(TraceStep {
            process: template.name.clone(),
            instance: action.pid,
            template: action.template.0,
            edge: action.edge.0,
            params: action.params.clone(),
            file: system.files.get(origin.file as usize).cloned().unwrap_or_default(),
            line: origin.line,
            source: origin.text.clone(),
            changes: changes(system, previous, after),
            message: action.message.as_ref().and_then(|m| {
                let (decl, name) = channel(system, previous, m.chan)?;
                Some(MessageEvent {
                    channel: name,
                    sent: m.sent,
                    rendezvous: decl.capacity == 0,
                    values: fields(system, previous, &decl.fields, &m.values),
                })
            }),
            printed: action.printed.clone(),
        });
        previous = after;
    }
    steps
}

/// What differs between two states.
pub fn changes(system: &System, before: &State, after: &State) -> Vec<Change> {
    let old = valuation(system, before);
    let mut new = valuation(system, after).into_iter().peekable();
    let mut list = Vec::new();
    // Both are in the same order, and only what belongs to the youngest processes can be missing.
    for (name, before) in old {
        match new.next_if(|(n, _)| *n == name) {
            Some((_, after)) if after == before => {}
            Some((_, after)) => list.push(Change { name, before, after }),
            None if name.contains(':') => {}
            None => list.push(Change { name, before, after: Value::Nothing }),
        }
    }
    for (name, after) in new {
        let initial = matches!(&after, Value::Int(0)) || after == Value::Queue(Vec::new());
        if !(name.contains(':') && initial) {
            list.push(Change { name, before: Value::Nothing, after });
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
        let mut index = Vec::new();
        let mut rest = i;
        for dim in var.dims.iter().rev() {
            index.push(rest % dim.len as usize);
            rest /= dim.len as usize;
        }
        index.reverse();
        list.push((
            format!("{prefix}{}", indexed(&var.name, &index)),
            value(system, state, var.ty, *cell),
        ));
    }
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
    chan: &burnside_ir::Channel,
    queue: &Queue,
    list: &mut Vec<(String, Value)>,
) {
    if chan.capacity > 0 {
        let messages = queue.iter().map(|m| fields(system, state, &chan.fields, m)).collect();
        list.push((name, Value::Queue(messages)));
    }
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
) -> Option<(&'s burnside_ir::Channel, String)> {
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
