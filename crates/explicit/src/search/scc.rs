//! Search for an accepting strongly connected component.
//!
//! **Idea.** A depth-first search keeps the components of what it has seen so far: for each component on the stack
//! its root and the acceptance sets it visits. An edge back to an open component merges all components above it.
//! As soon as a merged component visits all sets, there is an accepting cycle, however much of the component is
//! still unseen. Any number of sets costs the same.
//!
//! **Source.** Couvreur, *On-the-fly verification of linear temporal logic*, FM 1999, in the form of Gaiser and
//! Schwoon, *Comparison of algorithms for checking emptiness on Büchi automata*, MEMICS 2009.
//!
//! **Where we differ.** It is a visitor of the depth-first skeleton. Under a fairness condition components are looked
//! at when they close, see [`Component::fair_part`]: whether a process starves depends on all of the component.
//!
//! **Requires** an empty store. **Guarantees** that a cycle is reported exactly if there is a reachable one that
//! visits all acceptance sets (and is fair, if asked for), unless the search is cut short.
//!
//! **Cost.** Four bytes per state beyond a plain depth-first search, four per state of an open component, sixteen
//! per open component. Each step is generated once; evidence, and the components that visit all sets
//! under fairness, are expanded once or twice more.

use crate::accepting::Accepting;
use crate::search::Stop;
use crate::search::component::{Component, Movers, Strength, may_be_fair};
use crate::search::control::Control;
use crate::search::dfs::Walk;
use crate::search::expand::Expander;
use crate::search::finding::{Finding, Hop, Hunt, Lasso};
use crate::search::visit::{Around, DepthFirstVisitor, Edge, Expansion, Pause, Visitor};
use burnside_core::{Fair, Stats};
use burnside_store::{StateId, Store};
use std::ops::ControlFlow;

/// Looks for an accepting cycle, and fills in `stats`.
pub fn scc_search<S: Accepting, St: Store>(
    expander: Expander<'_, S, St>,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Hunt {
    search(expander, None, control, stats)
}

/// Looks for a fair accepting cycle, and fills in `stats`.
pub fn fair_scc_search<S: Accepting + Fair, St: Store>(
    expander: Expander<'_, S, St>,
    strength: Strength,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Hunt {
    search(expander, Some((strength, S::movers)), control, stats)
}

fn search<S: Accepting, St: Store>(
    mut expander: Expander<'_, S, St>,
    fairness: Option<(Strength, Movers<S>)>,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Hunt {
    let mut components = Components {
        all_marks: expander.system().all_marks(),
        fairness,
        numbers: Vec::new(),
        entered: 0,
        open: Vec::new(),
        roots: Vec::new(),
        accepting: false,
        repeated: 0,
        finding: None,
    };
    let mut walk = Walk::default();
    let mut result = walk.from_initial(&mut expander, &mut components, control);
    *stats = Stats { elapsed: control.elapsed(), ..walk.stats(&expander, &components) };
    stats.transitions -= components.repeated;
    if components.accepting {
        match components.witness(&walk, &mut expander) {
            Ok(lasso) => components.finding = Some(Finding::Cycle(lasso)),
            Err(stop) => result = Err(stop),
        }
    }
    Hunt::new(result, components.finding, components.repeated)
}

/// The components of what has been seen.
struct Components<S: Accepting> {
    all_marks: u64,
    fairness: Option<(Strength, Movers<S>)>,
    /// For each state: 0 if not entered, `CLOSED` if its component has been left, else when it was entered.
    numbers: Vec<u32>,
    entered: u32,
    /// The states of components on the stack, in the order they were entered.
    open: Vec<StateId>,
    /// The components on the stack.
    roots: Vec<Root>,
    /// Whether the topmost component is accepting; the search then stops.
    accepting: bool,
    repeated: u64,
    finding: Option<Finding>,
}

/// The state through which a component was entered.
struct Root {
    number: u32,
    /// Whether the component has an edge.
    cyclic: bool,
    /// The acceptance sets it visits.
    marks: u64,
}

/// The number of states in components that have been left.
const CLOSED: u32 = u32::MAX;

impl<S: Accepting> Components<S> {
    fn number(&self, state: StateId) -> u32 {
        self.numbers.get(state.index()).copied().unwrap_or(0)
    }

    fn set_number(&mut self, state: StateId, number: u32) {
        if self.numbers.len() <= state.index() {
            self.numbers.resize(state.index() + 1, 0);
        }
        self.numbers[state.index()] = number;
    }

    /// Where in `open` the states of the component with this root begin.
    fn first_of(&self, root: u32) -> usize {
        self.open.partition_point(|&state| self.number(state) < root)
    }

    /// Merges the components down to the one that contains the state with this number.
    fn merge_down_to(&mut self, number: u32) {
        let mut marks = 0;
        while let Some(root) = self.roots.last_mut() {
            root.marks |= marks;
            if root.number <= number {
                root.cyclic = true;
                self.accepting = root.marks == self.all_marks && self.fairness.is_none();
                return;
            }
            marks = root.marks;
            self.roots.pop();
        }
    }

    /// A lasso into and around the topmost component, which is accepting.
    fn witness<St: Store>(
        &mut self,
        walk: &Walk,
        expander: &mut Expander<'_, S, St>,
    ) -> Result<Lasso, Stop> {
        let root = self.roots.last().map_or(0, |root| root.number);
        let states = &self.open[self.first_of(root)..];
        let component = Component::new(expander, states, None)?;
        let on_stack = |&&state: &&StateId| self.number(state) <= root;
        let prefix = walk.path().iter().take_while(on_stack).map(|&state| Hop::from(state));
        Ok(Lasso { prefix: prefix.collect(), cycle: component.tour(states[0], None) })
    }

    /// Looks for a fair cycle in a component that has been seen completely.
    fn look_for_fairness<St: Store>(
        &mut self,
        states: &[StateId],
        pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        let Some((strength, movers)) = self.fairness else { return Ok(()) };
        let before = pause.expander.transitions();
        let root = self.number(states[0]);
        let inside = |state| (root..CLOSED).contains(&self.number(state));
        let promising = may_be_fair(pause.expander, states, inside, strength, movers)?;
        if !promising {
            self.repeated += pause.expander.transitions() - before;
            return Ok(());
        }
        let component = Component::new(pause.expander, states, Some(movers))?;
        self.repeated += pause.expander.transitions() - before;
        let Some(part) = component.fair_part(strength, self.all_marks) else { return Ok(()) };
        let mut prefix: Vec<Hop> = pause.walk.path().iter().map(|&state| state.into()).collect();
        prefix.extend(component.way_into(states[0], &part));
        let knot = prefix.last().map_or(states[0], |hop| hop.state);
        let cycle = part.tour(knot, Some(strength));
        self.finding = Some(Finding::Cycle(Lasso { prefix, cycle }));
        Err(Stop::Enough)
    }
}

impl<S: Accepting> Visitor<S> for Components<S> {
    #[inline]
    fn expanded(&mut self, expansion: &Expansion<'_>, _: &mut S::Scratch) -> ControlFlow<()> {
        if expansion.faulty {
            self.finding = Finding::broken(expansion);
        }
        match self.finding {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

impl<S: Accepting> DepthFirstVisitor<S> for Components<S> {
    fn enter<St: Store>(
        &mut self,
        state: StateId,
        pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        let (system, bytes, scratch) = pause.expander.look_at(state);
        let marks = system.marks(bytes, scratch);
        self.entered += 1;
        self.set_number(state, self.entered);
        self.open.push(state);
        self.roots.push(Root { number: self.entered, cyclic: false, marks });
        Ok(())
    }

    #[inline]
    fn edge<St: Store>(
        &mut self,
        _: StateId,
        to: StateId,
        kind: Edge,
        _: &Around<'_, S, St>,
    ) -> ControlFlow<()> {
        if kind == Edge::Tree {
            return ControlFlow::Continue(());
        }
        let number = self.number(to);
        if number != CLOSED {
            self.merge_down_to(number);
        }
        if self.accepting { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn leave<St: Store>(
        &mut self,
        state: StateId,
        pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        let number = self.number(state);
        let Some(root) = self.roots.pop_if(|root| root.number == number) else { return Ok(()) };
        let states = self.open.split_off(self.first_of(number));
        if self.fairness.is_some() && root.cyclic && root.marks == self.all_marks {
            self.look_for_fairness(&states, pause)?;
        }
        states.iter().for_each(|&state| self.set_number(state, CLOSED));
        Ok(())
    }

    fn bytes(&self) -> usize {
        (self.numbers.capacity() + self.open.capacity()) * size_of::<u32>()
            + self.roots.capacity() * size_of::<Root>()
    }
}
