//! From stored states to a path that can be replayed.
//!
//! Searches remember which states they passed, not by which steps. When evidence is wanted, each
//! state of the path is expanded once more and the first step to its successor is looked up.

use burnside_core::{Path, Successors, TransitionSystem};
use burnside_store::{StateId, Store};

/// The path through `states`, an initial one first, and then by step number `last` if given.
///
/// # Panics
/// If there is no such path: either `states` is not what a search passed through, or the system is
/// not a function of the state (see the contract of [`TransitionSystem`]).
pub fn retrace<S: TransitionSystem, St: Store>(
    system: &S,
    scratch: &mut S::Scratch,
    store: &St,
    states: &[StateId],
    last: Option<u32>,
) -> Path {
    let mut path = Path::new(system.state_len());
    let mut out = Successors::new(system.state_len());
    let mut buffer = Vec::new();
    for &state in states {
        expand_end(system, scratch, &path, &mut out);
        let bytes = store.load(state, &mut buffer);
        let step = out.iter().position(|(_, target)| target == bytes);
        path.push(step.expect("a step leads to the next state of the path") as u32, bytes);
    }
    if let Some(step) = last {
        expand_end(system, scratch, &path, &mut out);
        match out.get(step as usize).expect("the step has been taken before") {
            (_, Some(target)) => path.push(step, target),
            (_, None) => path.push_dead_end(step),
        }
    }
    path
}

/// Fills `out` with the steps that may follow `path`.
fn expand_end<S: TransitionSystem>(
    system: &S,
    scratch: &mut S::Scratch,
    path: &Path,
    out: &mut Successors,
) {
    out.clear();
    match path.last_state() {
        Some(state) => system.successors(state, scratch, out),
        None => system.initial(scratch, out),
    }
    .expect("what was expanded before can be expanded again");
}
