//! Weak fairness as part of the state: a counter that waits for one process after the other.
//!
//! **Idea.** Next to the state there is a counter. At 0 it waits for an accepting state, at `p + 1` for process `p`
//! to move or to be disabled; after the last process it is 0 again. A run of the system determines the run of the
//! counter, and the counter goes round for ever exactly if the run is accepting and weakly fair. So the fair
//! accepting cycles are the cycles through an accepting state with counter 0, and any search will do.
//!
//! **Source.** Choueka, *Theories of automata on ω-tapes*, 1974, for the counter; Holzmann, *The SPIN model
//! checker*, 2003, ch. 8, for its use with processes.
//!
//! **Where we differ.** The counter moves on as far as it can in one step. SPIN keeps it outside of the state, in
//! bits beside it, and must switch off the early end of the nested search on the first search's stack; here it
//! is a part of the state and nothing is special. A process is asked whether it can move in this very state, so
//! one that blocks, ends or does not exist yet holds nobody up.
//!
//! **Requires** a system whose steps are all there ([`Fair`]). **Guarantees** that the result has an accepting
//! run exactly if the system has one that is weakly fair. A state without steps is not prolonged here; see
//! [`Ends`](crate::product::Ends).
//!
//! **Cost.** Four bytes per state; up to one more copy of the system than it has processes.

use crate::accepting::{Accepting, Overlay};
use burnside_core::{Fair, Interrupt, ProcessSet, Successors, TransitionSystem};

/// A system of which only the weakly fair runs are accepting.
pub struct WeaklyFair<'a, S> {
    system: &'a S,
}

/// Working memory of a [`WeaklyFair`] system.
pub struct Scratch<S: TransitionSystem> {
    system: S::Scratch,
    steps: Successors,
    /// Who takes part in each of the steps.
    movers: Vec<ProcessSet>,
}

impl<'a, S: Accepting + Fair> WeaklyFair<'a, S> {
    /// Adds the counter to a system.
    ///
    /// # Panics
    /// If the system has more than one acceptance set.
    pub fn new(system: &'a S) -> Self {
        let sets = system.acceptance_sets();
        assert!(sets <= 1, "the counter waits for one acceptance set, not for {sets}");
        WeaklyFair { system }
    }

    /// The system's part of a state, and the counter.
    #[inline]
    fn parts<'b>(&self, state: &'b [u8]) -> (&'b [u8], usize) {
        let (below, counter) = state.split_last_chunk::<4>().expect("a state ends in a counter");
        (below, u32::from_ne_bytes(*counter) as usize)
    }

    /// The counter after a step, from the processes that are content with it.
    fn next(&self, counter: usize, accepting: bool, content: impl Fn(usize) -> bool) -> usize {
        let mut next = counter;
        if next == 0 {
            if !accepting {
                return 0;
            }
            next = 1;
        }
        while next <= self.system.processes() {
            if !content(next - 1) {
                return next;
            }
            next += 1;
        }
        0
    }
}

impl<S: Accepting + Fair> TransitionSystem for WeaklyFair<'_, S> {
    type Scratch = Scratch<S>;

    fn scratch(&self) -> Scratch<S> {
        let steps = Successors::new(self.system.state_len());
        Scratch { system: self.system.scratch(), steps, movers: Vec::new() }
    }

    fn state_len(&self) -> usize {
        self.system.state_len() + size_of::<u32>()
    }

    fn initial(&self, scratch: &mut Scratch<S>, out: &mut Successors) -> Result<(), Interrupt> {
        scratch.steps.clear();
        self.system.initial(&mut scratch.system, &mut scratch.steps)?;
        for (step, below) in scratch.steps.iter() {
            out.begin_extended(below);
            out.commit(step);
        }
        Ok(())
    }

    fn successors(
        &self,
        state: &[u8],
        scratch: &mut Scratch<S>,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        let (below, counter) = self.parts(state);
        let Scratch { system, steps, movers } = scratch;
        let accepting = counter == 0 && self.system.is_accepting(below, system);
        steps.clear();
        self.system.successors(below, system, steps)?;
        movers.clear();
        let listed = steps.steps().iter().enumerate();
        movers.extend(listed.map(|(i, &step)| self.system.movers(system, i, step)));
        let enabled = movers.iter().fold(ProcessSet::EMPTY, |all, &movers| all.union(movers));
        for ((step, target), movers) in steps.iter().zip(&*movers) {
            let content = |process| movers.contains(process) || !enabled.contains(process);
            let next = self.next(counter, accepting, content) as u32;
            out.begin_extended(target)[below.len()..].copy_from_slice(&next.to_ne_bytes());
            out.commit(step);
        }
        steps.dead_ends().iter().for_each(|&step| out.fault_only(step));
        Ok(())
    }

    fn is_valid_end(&self, state: &[u8]) -> bool {
        self.system.is_valid_end(self.parts(state).0)
    }
}

impl<S: Accepting + Fair> Accepting for WeaklyFair<'_, S> {
    fn acceptance_sets(&self) -> u32 {
        1
    }

    fn marks(&self, state: &[u8], scratch: &mut Scratch<S>) -> u64 {
        let (below, counter) = self.parts(state);
        u64::from(counter == 0 && self.system.is_accepting(below, &mut scratch.system))
    }
}

impl<S: Accepting + Fair + Overlay> Overlay for WeaklyFair<'_, S> {
    type Base = S::Base;

    fn base_state<'a>(&self, state: &'a [u8]) -> &'a [u8] {
        self.system.base_state(self.parts(state).0)
    }

    fn base_step(&self, state: &[u8], index: u32, scratch: &mut Scratch<S>) -> Option<u32> {
        self.system.base_step(self.parts(state).0, index, &mut scratch.system)
    }
}
