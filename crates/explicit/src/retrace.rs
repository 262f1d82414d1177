//! From stored states to a path that can be replayed.
//!
//! Searches remember which states they passed, not by which steps. When evidence is wanted, each
//! state of the path is expanded once more and the first step to its successor is looked up.

use crate::search::finding::Hop;
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
    let hops = states.iter().map(|&state| state.into());
    let mut path = retrace_from(system, scratch, store, None, hops);
    if let Some(step) = last {
        let mut out = Successors::new(system.state_len());
        expand(system, scratch, path.last_state(), &mut out);
        match out.get(step as usize).expect("the step has been taken before") {
            (_, Some(target)) => path.push(step, target),
            (_, None) => path.push_dead_end(step),
        }
    }
    path
}

/// The path through `hops`, which leads out of `start` or, if there is none, begins at an initial state.
///
/// # Panics
/// If there is no such path; see [`retrace`].
pub fn retrace_from<S: TransitionSystem, St: Store>(
    system: &S,
    scratch: &mut S::Scratch,
    store: &St,
    start: Option<&[u8]>,
    hops: impl IntoIterator<Item = Hop>,
) -> Path {
    let mut path = Path::new(system.state_len());
    let mut out = Successors::new(system.state_len());
    let mut buffer = Vec::new();
    for Hop { step, state } in hops {
        expand(system, scratch, path.last_state().or(start), &mut out);
        let bytes = store.load(state, &mut buffer);
        let step = step
            .or_else(|| out.iter().position(|(_, target)| target == bytes).map(|step| step as u32));
        let step = step.expect("a step leads to the next state of the path");
        debug_assert_eq!(out.state(step as usize), bytes);
        path.push(step, bytes);
    }
    path
}

/// Fills `out` with the steps out of `state`, or the initial ones.
fn expand<S: TransitionSystem>(
    system: &S,
    scratch: &mut S::Scratch,
    state: Option<&[u8]>,
    out: &mut Successors,
) {
    out.clear();
    match state {
        Some(state) => system.successors(state, scratch, out),
        None => system.initial(scratch, out),
    }
    .expect("what was expanded before can be expanded again");
}
