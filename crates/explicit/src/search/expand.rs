//! Expanding states: generate successors, intern them, tell the visitor.
//!
//! **Idea.** Several states may be expanded before their successors are interned together; the store then
//! overlaps the cache misses of all of them. The result does not depend on how many were taken.

use crate::search::Stop;
use crate::search::visit::{Expansion, Trail, Visitor};
use burnside_core::{Successors, TransitionSystem};
use burnside_store::{Interned, StateId, Store};

/// Generates and interns the successors of one or more states.
pub struct Expander<'a, S: TransitionSystem, St> {
    system: &'a S,
    scratch: &'a mut S::Scratch,
    store: &'a mut St,
    out: Successors,
    /// The expanded states, each with the end of its share of `out`.
    sources: Vec<Source>,
    /// The interned successors, in the order of `out`.
    targets: Vec<Interned>,
    /// For stores that have to decode a state.
    buffer: Vec<u8>,
    transitions: u64,
}

struct Source {
    from: Option<StateId>,
    deadlock: bool,
    faulty: bool,
    steps_end: usize,
    dead_ends_end: usize,
}

impl<'a, S: TransitionSystem, St: Store> Expander<'a, S, St> {
    /// Nothing expanded yet.
    ///
    /// # Panics
    /// If states of the system and of the store differ in length.
    pub fn new(system: &'a S, scratch: &'a mut S::Scratch, store: &'a mut St) -> Self {
        assert_eq!(system.state_len(), store.state_len());
        Expander {
            system,
            scratch,
            store,
            out: Successors::new(system.state_len()),
            sources: Vec::new(),
            targets: Vec::new(),
            buffer: Vec::new(),
            transitions: 0,
        }
    }

    /// The store that is being filled.
    #[must_use]
    pub fn store(&self) -> &St {
        self.store
    }

    /// The system that is being explored.
    #[must_use]
    pub fn system(&self) -> &'a S {
        self.system
    }

    /// A stored state, with the system and working memory to look into it.
    #[inline]
    pub fn look_at(&mut self, state: StateId) -> (&'a S, &[u8], &mut S::Scratch) {
        (self.system, self.store.load(state, &mut self.buffer), self.scratch)
    }

    /// Successors that wait to be interned.
    #[inline]
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.out.len()
    }

    /// Steps with a target so far, those to initial states excepted.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// Forgets the expansions, which have been dealt with.
    #[inline]
    pub fn clear(&mut self) {
        self.out.clear();
        self.sources.clear();
        self.targets.clear();
    }

    /// Generates the initial states.
    ///
    /// # Errors
    /// If the system gives up.
    pub fn generate_initial(&mut self) -> Result<(), Stop> {
        self.system.initial(self.scratch, &mut self.out)?;
        self.add_source(None, false);
        Ok(())
    }

    /// Generates the successors of `state`.
    ///
    /// # Errors
    /// If the system gives up; earlier expansions are not affected.
    #[inline]
    pub fn generate(&mut self, state: StateId) -> Result<(), Stop> {
        let (steps, dead_ends) = (self.out.len(), self.out.dead_ends().len());
        let bytes = self.store.load(state, &mut self.buffer);
        self.system.successors(bytes, self.scratch, &mut self.out)?;
        debug_assert!(!self.out.is_open(), "a successor was neither committed nor abandoned");
        self.transitions += (self.out.len() - steps) as u64;
        let stuck = self.out.len() == steps && self.out.dead_ends().len() == dead_ends;
        let deadlock = stuck && !self.system.is_valid_end(bytes);
        self.add_source(Some(state), deadlock);
        Ok(())
    }

    #[inline]
    fn add_source(&mut self, from: Option<StateId>, deadlock: bool) {
        let (steps, dead_ends) = self.sources.last().map_or((0, 0), Source::end);
        let faulty = self.out.has_faults()
            && (self.out.dead_ends().len() > dead_ends
                || self.out.steps()[steps..].iter().any(|step| step.fault.is_some()));
        self.sources.push(Source {
            from,
            deadlock,
            faulty,
            steps_end: self.out.len(),
            dead_ends_end: self.out.dead_ends().len(),
        });
    }

    /// Interns all that was generated.
    ///
    /// # Errors
    /// If the store is full. The states before the one that did not fit are in.
    #[inline]
    pub fn intern(&mut self) -> Result<(), Stop> {
        // A system that gave up may have left successors behind that belong to no source.
        let steps = self.sources.last().map_or(0, |source| source.steps_end);
        let states = &self.out.states()[..steps * self.out.state_len()];
        Ok(self.store.intern_batch(states, &mut self.targets)?)
    }

    /// What was generated: the steps of all sources, one after the other.
    #[inline]
    #[must_use]
    pub fn generated(&self) -> &Successors {
        &self.out
    }

    /// The working memory as the last expansion left it.
    #[inline]
    #[must_use]
    pub fn scratch(&self) -> &S::Scratch {
        self.scratch
    }

    /// The interned successors, in order.
    #[inline]
    #[must_use]
    pub fn targets(&self) -> &[Interned] {
        &self.targets
    }

    /// The expanded states in order, each with its interned successors; the last ones may be
    /// incomplete if the store is full.
    pub fn edges(&self) -> impl Iterator<Item = (Option<StateId>, &[Interned])> {
        let mut start = 0;
        self.sources.iter().map(move |source| {
            let end = source.steps_end.min(self.targets.len());
            let targets = &self.targets[start.min(end)..end];
            start = source.steps_end;
            (source.from, targets)
        })
    }

    /// Tells the visitor about every expansion whose successors have all been interned.
    ///
    /// # Errors
    /// If the visitor wants no more.
    #[inline]
    pub fn visit<V: Visitor<S>>(&mut self, visitor: &mut V, trail: &dyn Trail) -> Result<(), Stop> {
        let state_len = self.out.state_len();
        let (mut steps, mut dead_ends) = (0, 0);
        for source in &self.sources {
            let (steps_end, dead_ends_end) = source.end();
            if steps_end > self.targets.len() {
                break;
            }
            let expansion = Expansion {
                from: source.from,
                deadlock: source.deadlock,
                faulty: source.faulty,
                steps: &self.out.steps()[steps..steps_end],
                targets: &self.targets[steps..steps_end],
                dead_ends: &self.out.dead_ends()[dead_ends..dead_ends_end],
                states: &self.out.states()[steps * state_len..steps_end * state_len],
                trail,
            };
            if visitor.expanded(&expansion, self.scratch).is_break() {
                return Err(Stop::Enough);
            }
            (steps, dead_ends) = (steps_end, dead_ends_end);
        }
        Ok(())
    }
}

impl Source {
    fn end(&self) -> (usize, usize) {
        (self.steps_end, self.dead_ends_end)
    }
}
