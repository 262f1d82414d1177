//! The naive judge: every state by the interpreter, in a `HashSet`.
//!
//! *Idea:* so simple that it can be reviewed in minutes. *Guarantees:* what it says about reachable states,
//! deadlocks and run-time errors is what the interpreter's semantics says. *Cost:* high.

use std::collections::{BTreeSet, HashSet, VecDeque};

use burnside_ir::{Interpreter, State, System};

/// What there is to know about a state space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// Reachable states.
    pub states: u64,
    /// Steps out of them that lead to a state.
    pub transitions: u64,
    /// Reachable states without a step in which the system must not rest.
    pub deadlocks: u64,
    /// Steps with a failed assertion or a run-time error.
    pub faults: u64,
    /// The kinds of these errors.
    pub fault_kinds: BTreeSet<&'static str>,
    /// Distance of the nearest deadlock, counted in steps.
    pub deadlock_depth: Option<u64>,
    /// Distance behind the nearest faulty step.
    pub fault_depth: Option<u64>,
}

/// Explores a system; gives up (`None`) beyond a number of states.
pub fn explore(system: &System, most: u64) -> Option<Space> {
    let interpreter = Interpreter::new(system);
    let mut space = Space::default();
    let mut seen: HashSet<State> = HashSet::new();
    let mut queue: VecDeque<(State, u64)> = VecDeque::new();
    match interpreter.initial() {
        Err(kind) => {
            space.faults = 1;
            space.fault_kinds.insert(kind.name());
            return Some(space);
        }
        Ok(states) => {
            for s in states {
                if seen.insert(s.clone()) {
                    queue.push_back((s, 0));
                }
            }
        }
    }
    while let Some((state, depth)) = queue.pop_front() {
        let steps = interpreter.steps(&state);
        if steps.is_empty() && !interpreter.is_valid_end(&state) {
            space.deadlocks += 1;
            space.deadlock_depth.get_or_insert(depth);
        }
        for step in steps {
            if let Some(fault) = step.fault {
                space.faults += 1;
                space.fault_kinds.insert(fault.kind.name());
                space.fault_depth.get_or_insert(depth + 1);
            }
            let Some(next) = step.next else { continue };
            space.transitions += 1;
            if seen.insert(next.clone()) {
                queue.push_back((next, depth + 1));
            }
        }
        if seen.len() as u64 > most {
            return None;
        }
    }
    space.states = seen.len() as u64;
    Some(space)
}
