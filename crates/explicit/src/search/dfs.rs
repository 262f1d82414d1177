//! Depth-first search: the one skeleton under every check that needs a stack.
//!
//! **Idea.** Expand a state completely when it is entered, intern all successors, and keep the ids of
//! those not yet entered under it on the stack. A visitor sees expansions, edges by kind, and the
//! moment a state is left; safety, nested searches and component searches differ in the visitor only.
//!
//! **Source.** Tarjan, *Depth-first search and linear graph algorithms*, 1972, for the classification of
//! edges.
//!
//! **Where we differ.** A successor in the store is not yet a successor entered: another path may get
//! there first, so a state is white until it is entered, and the colour is looked at when its turn
//! comes. Edges to states that are grey or black at the time of the expansion are reported at once,
//! before the tree edges; this is the same search with successors in another order, for a grey state
//! stays grey while we are above it and a black one stays black.
//!
//! **Requires** an empty store. **Guarantees** that every reachable state is entered, expanded and left
//! exactly once, unless the depth limit cuts it off or the visitor does not admit it; and that when a state
//! is left, all states outside the stack to which a path leads from it that avoids the rest of the stack have
//! been left before (postorder).
//!
//! **Cost.** Two bits per state, eight bytes per level, four per waiting successor; no recursion.

use crate::search::Stop;
use crate::search::colour::{Colour, Colours};
use crate::search::control::Control;
use crate::search::expand::Expander;
use crate::search::stack::{Next, Stack};
use crate::search::visit::{Around, DepthFirstVisitor, Edge, Pause};
use burnside_core::{Progress, Stats, StopReason, TransitionSystem};
use burnside_store::{StateId, Store};
use std::ops::ControlFlow;

/// Explores everything reachable, depth first, and fills in `stats`.
///
/// # Errors
/// Why the search ended early, or that the depth limit cut something off.
pub fn depth_first<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
    mut expander: Expander<'_, S, St>,
    visitor: &mut V,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Result<(), Stop> {
    let mut walk = Walk::default();
    let result = walk.from_initial(&mut expander, visitor, control);
    *stats = Stats { elapsed: control.elapsed(), ..walk.stats(&expander, visitor) };
    result
}

/// One depth-first search: which states it has entered, and where it stands.
///
/// Several walks may share an expander, and so number states alike. A visitor starts one of its own when
/// another pauses; that is what a nested search is.
#[derive(Debug, Default)]
pub struct Walk {
    colours: Colours,
    stack: Stack,
    depth: usize,
    truncated: u64,
}

impl Walk {
    /// The states on the stack, the root first.
    #[inline]
    #[must_use]
    pub fn path(&self) -> &[StateId] {
        self.stack.path()
    }

    /// Whether a state has not been entered, is on the stack, or has been left.
    #[inline]
    #[must_use]
    pub fn colour(&self, state: StateId) -> Colour {
        self.colours.get(state)
    }

    /// Marks a state on the stack for as long as it stays there.
    #[inline]
    pub fn mark(&mut self, state: StateId) {
        self.colours.mark(state);
    }

    /// Whether the state is on the stack and marked.
    #[inline]
    #[must_use]
    pub fn is_marked(&self, state: StateId) -> bool {
        self.colours.is_marked(state)
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.colours.clear();
        self.stack.clear();
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.colours.bytes() + self.stack.bytes()
    }

    /// Walks from the initial states.
    ///
    /// # Errors
    /// Why the walk ended early, or that the depth limit cut something off.
    pub fn from_initial<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &mut self,
        expander: &mut Expander<'_, S, St>,
        visitor: &mut V,
        control: &mut Control<'_>,
    ) -> Result<(), Stop> {
        expander.generate_initial()?;
        self.intern(expander, visitor)?;
        let place = self.stack.place();
        expander.targets().iter().for_each(|root| self.stack.wait(root.id));
        self.stack.settle(place);
        self.run(expander, visitor, control)
    }

    /// Walks from a stored state, unless it has been entered before.
    ///
    /// # Errors
    /// Why the walk ended early, or that the depth limit cut something off.
    pub fn from_state<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &mut self,
        state: StateId,
        expander: &mut Expander<'_, S, St>,
        visitor: &mut V,
        control: &mut Control<'_>,
    ) -> Result<(), Stop> {
        if self.colour(state) != Colour::White {
            return Ok(());
        }
        self.stack.wait(state);
        self.run(expander, visitor, control)
    }

    fn run<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &mut self,
        expander: &mut Expander<'_, S, St>,
        visitor: &mut V,
        control: &mut Control<'_>,
    ) -> Result<(), Stop> {
        let max_depth = control.limits().depth.unwrap_or(u64::MAX);
        loop {
            match self.stack.take_next() {
                Next::Try(state) if self.colours.get(state) == Colour::White => {
                    if !visitor.admits(state, expander) {
                        self.colours.set(state, Colour::Black);
                        continue;
                    }
                    if self.path().len() as u64 == max_depth {
                        self.truncated += 1;
                        continue;
                    }
                    self.follow(state, Edge::Tree, expander, visitor)?;
                    control.tick(|| self.progress(expander, visitor))?;
                    self.enter(state, expander, visitor, control)?;
                }
                Next::Try(state) => self.follow(state, Edge::Done, expander, visitor)?,
                Next::Leave(state) => {
                    visitor.leave(state, &mut Pause { expander, control, walk: self })?;
                    self.stack.leave();
                    self.colours.set(state, Colour::Black);
                }
                Next::Empty if self.truncated > 0 => return Err(StopReason::Depth.into()),
                Next::Empty => return Ok(()),
            }
        }
    }

    /// Makes `state` the top of the stack and expands it.
    fn enter<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &mut self,
        state: StateId,
        expander: &mut Expander<'_, S, St>,
        visitor: &mut V,
        control: &mut Control<'_>,
    ) -> Result<(), Stop> {
        self.colours.set(state, Colour::Grey);
        self.stack.enter(state);
        self.depth = self.depth.max(self.path().len());
        visitor.enter(state, &mut Pause { expander, control, walk: self })?;
        expander.clear();
        expander.generate(state)?;
        self.intern(expander, visitor)?;
        let place = self.stack.place();
        for target in expander.targets() {
            let colour = if target.fresh { Colour::White } else { self.colours.get(target.id) };
            let kind = match colour {
                Colour::White => {
                    self.stack.wait(target.id);
                    continue;
                }
                Colour::Grey => Edge::Back,
                Colour::Black => Edge::Done,
            };
            go_on(visitor.edge(state, target.id, kind, &Around { expander, walk: self }))?;
        }
        self.stack.settle(place);
        Ok(())
    }

    /// Interns what was generated and tells the visitor.
    fn intern<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &mut self,
        expander: &mut Expander<'_, S, St>,
        visitor: &mut V,
    ) -> Result<(), Stop> {
        let interned = expander.intern();
        expander.visit(visitor, &self.stack)?;
        interned
    }

    /// Reports an edge from the top of the stack, if there is one, to `state`.
    #[inline]
    fn follow<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &self,
        state: StateId,
        kind: Edge,
        expander: &Expander<'_, S, St>,
        visitor: &mut V,
    ) -> Result<(), Stop> {
        match self.path().last() {
            Some(&top) => go_on(visitor.edge(top, state, kind, &Around { expander, walk: self })),
            None => Ok(()),
        }
    }

    #[cold]
    fn progress<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &self,
        expander: &Expander<'_, S, St>,
        visitor: &V,
    ) -> Progress {
        Progress { stats: self.stats(expander, visitor), frontier: self.path().len() as u64 }
    }

    /// Size and cost so far, but for the time.
    pub(crate) fn stats<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
        &self,
        expander: &Expander<'_, S, St>,
        visitor: &V,
    ) -> Stats {
        Stats {
            states: expander.store().len() as u64,
            transitions: expander.transitions(),
            depth: self.depth as u64,
            truncated: self.truncated,
            store_bytes: expander.store().bytes() as u64,
            search_bytes: (self.bytes() + visitor.bytes()) as u64,
            ..Stats::default()
        }
    }
}

/// Turns a visitor's wish into an early return.
#[inline]
fn go_on(flow: ControlFlow<()>) -> Result<(), Stop> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Enough),
    }
}
