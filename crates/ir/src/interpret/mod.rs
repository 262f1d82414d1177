//! The reference interpreter: what a [`System`] means.
//!
//! *Idea:* states are ordinary nested vectors and every rule is written out in the most direct way, so
//! that it can be checked by reading. Every other implementation of the semantics (the bytecode machine,
//! and whatever comes after it) is compared with this one, and every counterexample is replayed on it
//! before a user sees it.
//! *Source:* the semantics of Promela as implemented by SPIN 6.5; see the header of `system.rs`.
//! *Requires:* a verified system. *Guarantees:* steps come in a fixed order (process by process, edge by
//! edge), so that a run is described by a list of indices.
//! *Cost:* irrelevant by design; a state is cloned for each step tried.

mod eval;
mod step;

pub use step::{Action, Message, Step};

use crate::entity::{Id, LocId, TemplateId};
use crate::fault::FaultKind;
use crate::system::{Init, System, Var};

/// The most processes that may run at once, as in SPIN.
pub const MAX_PROCESSES: usize = 255;

/// The contents of a channel: messages, oldest first.
pub type Queue = Vec<Vec<i32>>;

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells of each global variable.
    pub globals: Vec<Vec<i32>>,
    /// The global channels.
    pub chans: Vec<Queue>,
    /// The running processes; the position is the process id.
    pub procs: Vec<Process>,
    /// Who made the last step, if the system remembers it.
    pub last: i32,
}

/// A running process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// What it runs.
    pub template: TemplateId,
    /// Where it is.
    pub loc: LocId,
    /// The cells of each of its variables.
    pub vars: Vec<Vec<i32>>,
    /// Its channels.
    pub chans: Vec<Queue>,
    /// Its priority.
    pub priority: i32,
}

/// Executes a system.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter<'a> {
    system: &'a System,
    recording: bool,
}

impl<'a> Interpreter<'a> {
    /// An interpreter for a verified system.
    pub fn new(system: &'a System) -> Self {
        Interpreter { system, recording: false }
    }

    /// An interpreter that keeps the state behind every action, for showing what each one changed.
    pub fn recording(system: &'a System) -> Self {
        Interpreter { system, recording: true }
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// The initial states: one, unless a global variable starts with any of several values.
    /// A run-time error in an initialiser is returned as such.
    pub fn initial(&self) -> Result<Vec<State>, FaultKind> {
        let nothing = State {
            globals: Vec::new(),
            chans: vec![Queue::new(); self.system.chans.len()],
            procs: Vec::new(),
            last: 0,
        };
        let mut states = vec![nothing];
        for var in &self.system.globals {
            states = self.extend_by_global(states, var)?;
        }
        for state in &mut states {
            for start in &self.system.initial {
                self.start(state, start.template, &start.args, start.priority)?;
            }
        }
        Ok(states)
    }

    /// Every state continued by every initial value of one more global variable.
    fn extend_by_global(&self, states: Vec<State>, var: &Var) -> Result<Vec<State>, FaultKind> {
        let mut result = Vec::new();
        for state in states {
            let Init::Any(values) = &var.init else {
                let cells = self.initial_cells(&state, None, var)?;
                result.push(State { globals: pushed(&state.globals, cells), ..state });
                continue;
            };
            let mut choices = vec![Vec::new()];
            for _ in 0..var.cells() {
                choices = choices
                    .iter()
                    .flat_map(|cells: &Vec<i32>| values.iter().map(|v| pushed(cells, *v)))
                    .collect();
            }
            result.extend(
                choices
                    .into_iter()
                    .map(|cells| State { globals: pushed(&state.globals, cells), ..state.clone() }),
            );
        }
        Ok(result)
    }

    /// The initial contents of a variable of process `pid`, or of a global one.
    fn initial_cells(
        &self,
        state: &State,
        pid: Option<usize>,
        var: &Var,
    ) -> Result<Vec<i32>, FaultKind> {
        let cell = |v: i32| var.ty.store(v).ok_or(FaultKind::Range);
        (0..var.cells())
            .map(|i| match &var.init {
                Init::Expr(e) => cell(self.eval_in(state, pid, e)?),
                Init::Cells(values) => cell(values[i.min(values.len() - 1)]),
                Init::Chans(first) => {
                    let chan = crate::ChanId::new(first.index() + i);
                    Ok(match pid {
                        Some(pid) => self.system.own_channel_ref(pid, chan),
                        None => self.system.channel_ref(chan),
                    })
                }
                Init::Any(values) => cell(values[0]),
            })
            .collect()
    }

    /// Starts a process and returns its id.
    fn start(
        &self,
        state: &mut State,
        template: TemplateId,
        args: &[i32],
        priority: i32,
    ) -> Result<usize, FaultKind> {
        let pid = state.procs.len();
        if pid >= MAX_PROCESSES {
            return Err(FaultKind::TooManyProcesses);
        }
        let t = self.system.template(template);
        state.procs.push(Process {
            template,
            loc: t.entry,
            vars: Vec::new(),
            chans: vec![Queue::new(); t.chans.len()],
            priority,
        });
        for (i, var) in t.vars.iter().enumerate() {
            let cells = match args.get(i).filter(|_| i < t.params) {
                Some(arg) => vec![var.ty.store(*arg).ok_or(FaultKind::Range)?],
                None => self.initial_cells(state, Some(pid), var)?,
            };
            state.procs[pid].vars.push(cells);
        }
        Ok(pid)
    }

    /// May the system rest in this state for ever? True if every process is at an end location.
    pub fn is_valid_end(&self, state: &State) -> bool {
        state.procs.iter().all(|p| self.system.template(p.template).loc(p.loc).end)
    }
}

fn pushed<T: Clone>(list: &[T], last: T) -> Vec<T> {
    let mut list = list.to_vec();
    list.push(last);
    list
}
