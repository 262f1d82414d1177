//! A short lasso in place of a long one.
//!
//! **Idea.** Depth-first searches find long ways. When a cycle is known, a breadth-first search finds the nearest of
//! its accepting states, and a second one the shortest way from that state back to it.
//!
//! **Source.** Folklore. **Requires** at least one accepting state that lies on a cycle; one acceptance set.
//! **Guarantees** that the prefix is a shortest one to any of the given states and the cycle a shortest one through the
//! state it reaches; their sum need not be the least of all lassos. **Cost.** Two breadth-first searches, at
//! worst of everything, in stores of their own.

use crate::retrace::retrace_from;
use crate::search::bfs::breadth_first;
use crate::search::control::{Control, exact_store};
use crate::search::expand::Expander;
use crate::search::finding::Hop;
use crate::search::visit::{Expansion, Visitor};
use burnside_core::{Interrupt, Path, Stats, Step, Successors, TransitionSystem};
use burnside_store::StateId;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// A short path to one of `goals` and a short cycle from there; `None` if a limit stops the search.
pub fn short_lasso<S: TransitionSystem>(
    system: &S,
    scratch: &mut S::Scratch,
    goals: &HashSet<Vec<u8>>,
    control: &mut Control<'_>,
) -> Option<(Path, Path)> {
    let prefix = first_path(system, scratch, control, |expansion| {
        let met = expansion.fresh().find(|(_, state)| goals.contains(*state));
        met.map(|(id, _)| id)
    })?;
    let knot = prefix.last_state()?;
    let round = first_path(&From { system, start: knot }, scratch, control, |expansion| {
        let returns = expansion.from.is_some()
            && expansion.targets.iter().any(|target| target.id == StateId(0));
        returns.then_some(StateId(0))
    })?;
    // The way round begins with the state that it starts from.
    let mut cycle = Path::new(system.state_len());
    round
        .steps()
        .iter()
        .zip(round.states())
        .skip(1)
        .for_each(|(&step, state)| cycle.push(step, state));
    Some((prefix, cycle))
}

/// The shortest path to a state that `is_last` points out among the targets of an expansion.
fn first_path<S: TransitionSystem>(
    system: &S,
    scratch: &mut S::Scratch,
    control: &mut Control<'_>,
    is_last: impl FnMut(&Expansion<'_>) -> Option<StateId>,
) -> Option<Path> {
    let mut store = exact_store(system, control.limits());
    let mut visitor = Seek { is_last, path: None };
    let expander = Expander::new(system, scratch, &mut store);
    // Whether it stopped early or saw everything is all the same: what counts is the path.
    let _ = breadth_first(expander, &mut visitor, control, &mut Stats::default());
    let hops = visitor.path?.into_iter().map(Hop::from);
    Some(retrace_from(system, scratch, &store, None, hops))
}

/// Stops at the first expansion with a target that is looked for.
struct Seek<F> {
    is_last: F,
    path: Option<Vec<StateId>>,
}

impl<S: TransitionSystem, F: FnMut(&Expansion<'_>) -> Option<StateId>> Visitor<S> for Seek<F> {
    fn expanded(&mut self, expansion: &Expansion<'_>, _: &mut S::Scratch) -> ControlFlow<()> {
        let Some(last) = (self.is_last)(expansion) else { return ControlFlow::Continue(()) };
        let mut path = expansion.path();
        path.push(last);
        self.path = Some(path);
        ControlFlow::Break(())
    }
}

/// A system that starts in a state of its own.
struct From<'a, S> {
    system: &'a S,
    start: &'a [u8],
}

impl<S: TransitionSystem> TransitionSystem for From<'_, S> {
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.system.scratch()
    }

    fn state_len(&self) -> usize {
        self.system.state_len()
    }

    fn initial(&self, _: &mut S::Scratch, out: &mut Successors) -> Result<(), Interrupt> {
        out.push(self.start, Step::INITIAL);
        Ok(())
    }

    fn successors(
        &self,
        state: &[u8],
        scratch: &mut S::Scratch,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        self.system.successors(state, scratch, out)
    }

    fn is_valid_end(&self, state: &[u8]) -> bool {
        self.system.is_valid_end(state)
    }
}
