//! Replay: no counterexample is shown that the reference interpreter does not confirm.
//!
//! *Idea:* an engine reports a path as indices into the ordered list of steps of the system that it
//! searched. The interpreter follows the indices in that system, which yields the executed edges; then the
//! edges are followed in the *original* system, before statements were merged or values reset, and the
//! violation is looked for there.
//! *Guarantees:* a trace that comes out of here is a run of the model as written.
//! *Cost:* one interpreter step per step of the trace, twice.

use burnside_ir::{Action, Fault, Interpreter, State, Step, System};

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
    let interpreter = Interpreter::recording(original);
    let mut state = initial(&interpreter, start)?;
    let (mut steps, mut fault) = (Vec::new(), None);
    let mut rest = actions;
    while let Some(first) = rest.first() {
        let candidates = interpreter.steps(&state);
        let found = candidates.into_iter().filter(|s| is_prefix(&s.actions, rest));
        // The longest one: an atomic sequence may be cut short where it blocks.
        let Some(step) = found.max_by_key(|s| s.actions.len()) else {
            let template = original.template(first.template);
            return Err(ReplayError::NotExecutable {
                step: actions.len() - rest.len() + 1,
                process: template.name.clone(),
                instance: first.pid,
                source_text: template.edge(first.edge).origin.text.clone(),
            });
        };
        rest = &rest[step.actions.len()..];
        steps.extend(trace::describe(original, &state, &step.actions));
        fault = fault.or(step.fault);
        match step.next {
            Some(next) => state = next,
            None => break,
        }
    }
    Ok(Run { steps, fault, last: state })
}

fn initial(interpreter: &Interpreter<'_>, start: usize) -> Result<State, ReplayError> {
    let states = interpreter.initial().map_err(|kind| ReplayError::Initial(kind.message()))?;
    states.into_iter().nth(start).ok_or(ReplayError::NoSuchStart(start))
}
