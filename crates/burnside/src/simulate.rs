//! Simulation: one run, chosen at random or step by step.
//!
//! *Idea:* the reference interpreter walks; nothing is stored. *Guarantees:* the same seed gives the same
//! run on every machine.

use burnside_ir::{Fault, FaultKind, Interpreter, State, Step, System};

use crate::trace::{self, TraceStep};

/// A run in progress.
#[derive(Clone, Debug)]
pub struct Simulation<'a> {
    interpreter: Interpreter<'a>,
    state: State,
    random: Random,
}

/// A step that could be taken.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its statements.
    pub steps: Vec<TraceStep>,
    /// The run-time error it meets.
    pub fault: Option<Fault>,
    next: Option<State>,
}

impl<'a> Simulation<'a> {
    /// Starts in the first initial state.
    pub fn new(system: &'a System, seed: u64) -> Result<Self, FaultKind> {
        let interpreter = Interpreter::recording(system);
        let mut states = interpreter.initial()?;
        Ok(Simulation { interpreter, state: states.swap_remove(0), random: Random(seed) })
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.interpreter.system()
    }

    /// What can happen now.
    pub fn choices(&self) -> Vec<Choice> {
        let describe = |s: Step| Choice {
            steps: trace::describe(self.interpreter.system(), &self.state, &s.actions),
            fault: s.fault,
            next: s.next,
        };
        self.interpreter.steps(&self.state).into_iter().map(describe).collect()
    }

    /// Takes a step. Returns false if it ends in a run-time error, and stays.
    pub fn take(&mut self, choice: Choice) -> bool {
        let Some(next) = choice.next else { return false };
        self.state = next;
        true
    }

    /// Picks one of `n` at random.
    pub fn pick(&mut self, n: usize) -> usize {
        (self.random.next() % n as u64) as usize
    }

    /// May the run end here?
    pub fn is_valid_end(&self) -> bool {
        self.interpreter.is_valid_end(&self.state)
    }

    /// Where the processes are.
    pub fn positions(&self) -> Vec<trace::Position> {
        trace::positions(&self.interpreter, &self.state)
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
