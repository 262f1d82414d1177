//! Replay: no counterexample is shown that the reference interpreter does not confirm.
//!
//! *Idea:* an engine reports a path as indices into the ordered list of steps of the system that it
//! searched. The interpreter follows the indices in that system, which yields the executed edges; then the
//! edges are followed in the *original* system, before statements were merged or values reset, and the
//! violation is looked for there.
//! *Guarantees:* a trace that comes out of here is a run of the model as written.
//! *Cost:* one interpreter step per step of the trace, twice.
//!
//! A recorded trace takes the same way: [`actions_from`] finds its statements in the model, [`follow`]
//! executes them, [`judge`] looks for the violation.

use burnside_ir::{
    Action, EdgeId, Expr, Fault, Id, Interpreter, Origin, State, Step, System, TemplateId,
};

use crate::trace::{self, TraceStep};

/// A run of the original system.
#[derive(Clone, Debug)]
pub struct Run {
    /// The executed statements.
    pub steps: Vec<TraceStep>,
    /// The run-time error in which it ends, if any.
    pub fault: Option<Fault>,
    /// The state in which it ends; the last one before a run-time error that ends it.
    pub last: State,
}

/// Why a path or a trace cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The initial state has a run-time error.
    #[error("the initial state cannot be computed: {0}")]
    Initial(&'static str),
    /// There is no initial state with this number.
    #[error("the model has no initial state number {0}")]
    NoSuchStart(usize),
    /// A step of the path does not exist.
    #[error("step {0} of the path does not exist in the model")]
    NoSuchStep(usize),
    /// It can be replayed, but it violates nothing.
    #[error("the counterexample does not violate the property when it is replayed")]
    NotViolated,
    /// A recorded statement is not in the model.
    #[error("step {step}: {process} has no statement `{source_text}` in this model")]
    NoSuchStatement {
        /// Which step, from 1.
        step: usize,
        /// The process.
        process: String,
        /// The statement.
        source_text: String,
    },
    /// A recorded statement cannot be executed.
    #[error("step {step}: {process}[{instance}] cannot execute `{source_text}` here")]
    NotExecutable {
        /// Which step, from 1.
        step: usize,
        /// The process.
        process: String,
        /// Its id.
        instance: usize,
        /// The statement.
        source_text: String,
    },
}

/// A path found by an engine: the number of the initial state and the step to take in each state. Steps
/// with a successor are numbered before those that a run-time error ends.
#[derive(Clone, Copy, Debug)]
pub struct Indices<'a> {
    /// Which initial state.
    pub start: usize,
    /// Which steps.
    pub steps: &'a [u32],
}

/// A statement as a recorded trace names it.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'a> {
    /// The name of the process's template.
    pub process: &'a str,
    /// The process id.
    pub instance: usize,
    /// The number of the template.
    pub template: u32,
    /// The number of the edge in it.
    pub edge: u32,
    /// The values of the edge's parameters.
    pub params: &'a [i32],
    /// The statement.
    pub source: &'a str,
}

/// Finds the statements of a recorded trace in the model. Lines may have moved since; statements must not
/// have changed.
pub fn actions_from<'a>(
    system: &System,
    steps: impl IntoIterator<Item = Recorded<'a>>,
) -> Result<Vec<Action>, ReplayError> {
    let find = |(i, r): (usize, Recorded<'a>)| {
        let (template, edge) = (TemplateId(r.template), EdgeId(r.edge));
        let found = system.templates.get(template.index()).filter(|t| {
            let same = |e: &burnside_ir::Edge| e.origin.text == r.source;
            t.name == r.process && t.edges.get(edge.index()).is_some_and(same)
        });
        if found.is_none() {
            return Err(ReplayError::NoSuchStatement {
                step: i + 1,
                process: r.process.to_owned(),
                source_text: r.source.to_owned(),
            });
        }
        let (pid, params) = (r.instance, r.params.to_vec());
        Ok(Action { pid, template, edge, params, message: None, printed: None, after: None })
    };
    steps.into_iter().enumerate().map(find).collect()
}

/// What a run is said to violate.
#[derive(Clone, Copy, Debug)]
pub enum Claimed<'a> {
    /// It ends where it must not.
    Deadlock,
    /// It ends in a run-time error.
    Fault,
    /// It ends in a state in which this does not hold.
    Invariant(&'a Expr),
}

/// A violation that the reference interpreter has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// `deadlock`, `invariant`, or the name of the run-time error.
    pub kind: &'static str,
    /// What to tell a user.
    pub reason: String,
}

/// The run-time error of a system that has no initial state because of it: a violation without a step.
pub fn initial_fault(system: &System) -> Option<Finding> {
    let kind = Interpreter::new(system).initial().err()?;
    Some(Finding { kind: kind.name(), reason: format!("{} in an initial value", kind.message()) })
}

/// Makes sure that a run violates what it should.
pub fn judge(system: &System, run: &Run, claimed: Claimed<'_>) -> Result<Finding, ReplayError> {
    let interpreter = Interpreter::new(system);
    match claimed {
        Claimed::Deadlock => {
            let stuck =
                interpreter.steps(&run.last).is_empty() && !interpreter.is_valid_end(&run.last);
            let reason = "invalid end state".to_owned();
            stuck.then_some(Finding { kind: "deadlock", reason }).ok_or(ReplayError::NotViolated)
        }
        Claimed::Fault => {
            let fault = run.fault.ok_or(ReplayError::NotViolated)?;
            let origin = &system.template(fault.template).edge(fault.edge).origin;
            let reason = format!("{}: {}", fault.kind.message(), place(system, origin));
            Ok(Finding { kind: fault.kind.name(), reason })
        }
        Claimed::Invariant(e) => match interpreter.eval_in(&run.last, None, e) {
            Ok(0) => Ok(Finding { kind: "invariant", reason: "invariant violated".to_owned() }),
            Ok(_) => Err(ReplayError::NotViolated),
            Err(kind) => Ok(Finding {
                kind: kind.name(),
                reason: format!("the invariant cannot be evaluated: {}", kind.message()),
            }),
        },
    }
}

/// `model.pml:12: assert(x == 1)`.
fn place(system: &System, origin: &Origin) -> String {
    let file = system.files.get(origin.file as usize).map_or("", String::as_str);
    format!("{file}:{}: {}", origin.line, origin.text)
}

/// The executed edges of a path through `searched`.
pub fn actions_of(searched: &System, path: Indices<'_>) -> Result<Vec<Action>, ReplayError> {
    let interpreter = Interpreter::new(searched);
    let mut state = initial(&interpreter, path.start)?;
    let mut actions = Vec::new();
    for (i, index) in path.steps.iter().enumerate() {
        let steps = interpreter.steps(&state);
        let (live, dead): (Vec<Step>, Vec<Step>) =
            steps.into_iter().partition(|s| s.next.is_some());
        let step = live.into_iter().chain(dead).nth(*index as usize);
        let step = step.ok_or(ReplayError::NoSuchStep(i + 1))?;
        actions.extend(step.actions);
        if let Some(next) = step.next {
            state = next;
        }
    }
    Ok(actions)
}

/// Follows edges that were executed in `searched`, a simplification of `original`, in the latter.
pub fn follow(
    original: &System,
    searched: &System,
    start: usize,
    actions: &[Action],
) -> Result<Run, ReplayError> {
    let same = |a: &Action, b: &Action| {
        // Joined locations share edges, so what counts is what an edge does, not its number.
        let ours = original.template(a.template).edge(a.edge);
        let theirs = searched.template(b.template).edge(b.edge);
        (a.pid, a.template, &a.params) == (b.pid, b.template, &b.params)
            && (&ours.origin, &ours.guard, &ours.op) == (&theirs.origin, &theirs.guard, &theirs.op)
    };
    let is_prefix = |actions: &[Action], of: &[Action]| {
        actions.len() <= of.len() && actions.iter().zip(of).all(|(a, b)| same(a, b))
    };
    let mut describer = trace::Describer::new(original);
    let interpreter = Interpreter::recording(original);
    let mut state = initial(&interpreter, start)?;
    let (mut steps, mut fault) = (Vec::new(), None);
    let mut rest = actions;
    let mut ended = false;
    while let Some(first) = rest.first() {
        let candidates = if ended { Vec::new() } else { interpreter.steps(&state) };
        let found = candidates.into_iter().filter(|s| is_prefix(&s.actions, rest));
        // The longest one: an atomic sequence may be cut short where it blocks.
        let Some(step) = found.max_by_key(|s| s.actions.len()) else {
            let template = searched.template(first.template);
            return Err(ReplayError::NotExecutable {
                step: actions.len() - rest.len() + 1,
                process: template.name.clone(),
                instance: first.pid,
                source_text: template.edge(first.edge).origin.text.clone(),
            });
        };
        rest = &rest[step.actions.len()..];
        steps.extend(describer.describe(&state, &step.actions));
        fault = fault.or(step.fault);
        match step.next {
            Some(next) => state = next,
            None => ended = true,
        }
    }
    Ok(Run { steps, fault, last: state })
}

fn initial(interpreter: &Interpreter<'_>, start: usize) -> Result<State, ReplayError> {
    let states = interpreter.initial().map_err(|kind| ReplayError::Initial(kind.message()))?;
    states.into_iter().nth(start).ok_or(ReplayError::NoSuchStart(start))
}
