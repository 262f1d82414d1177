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
//! exactly once unless the depth limit cuts it off, and that a state is left after all states
//! reachable from it have been entered and all of them outside the stack have been left (postorder).
//!
//! **Cost.** Two bits per state, eight bytes per level, four per waiting successor; no recursion.

use crate::search::Stop;
use crate::search::colour::{Colour, Colours};
use crate::search::control::Control;
use crate::search::expand::Expander;
use crate::search::stack::{Next, Stack};
use crate::search::visit::{DepthFirstVisitor, Edge};
use burnside_core::{Progress, Stats, StopReason, TransitionSystem};
use burnside_store::{StateId, Store};
use std::ops::ControlFlow;

/// Explores everything reachable, depth first, and fills in `stats`.
///
/// # Errors
/// Why the search ended early, or that the depth limit cut something off.
pub fn depth_first<S: TransitionSystem, St: Store, V: DepthFirstVisitor<S>>(
    expander: Expander<'_, S, St>,
    visitor: &mut V,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Result<(), Stop> {
    let mut search = DepthFirst {
        expander,
        colours: Colours::default(),
        stack: Stack::default(),
        depth: 0,
        truncated: 0,
    };
    let result = search.run(visitor, control);
    *stats = Stats { elapsed: control.elapsed(), ..search.stats() };
    result
}

struct DepthFirst<'a, S: TransitionSystem, St> {
    expander: Expander<'a, S, St>,
    colours: Colours,
    stack: Stack,
    depth: usize,
    truncated: u64,
}

impl<S: TransitionSystem, St: Store> DepthFirst<'_, S, St> {
    fn run<V: DepthFirstVisitor<S>>(
        &mut self,
        visitor: &mut V,
        control: &mut Control<'_>,
    ) -> Result<(), Stop> {
        let max_depth = control.limits().depth.unwrap_or(u64::MAX);
        self.expander.generate_initial()?;
        self.settle(visitor)?;
        self.stack.wait(self.expander.targets().iter().map(|root| root.id));
        loop {
            match self.stack.take_next() {
                Next::Try(state) if self.colours.get(state) == Colour::White => {
                    if self.stack.path().len() as u64 == max_depth {
                        self.truncated += 1;
                        continue;
                    }
                    self.follow(state, Edge::Tree, visitor)?;
                    control.tick(|| self.progress())?;
                    self.enter(state, visitor)?;
                }
                Next::Try(state) => self.follow(state, Edge::Done, visitor)?,
                Next::Leave(state) => {
                    self.colours.set(state, Colour::Black);
                    go_on(visitor.leave(state))?;
                }
                Next::Empty if self.truncated > 0 => return Err(StopReason::Depth.into()),
                Next::Empty => return Ok(()),
            }
        }
    }

    /// Makes `state` the top of the stack and expands it.
    fn enter<V: DepthFirstVisitor<S>>(
        &mut self,
        state: StateId,
        visitor: &mut V,
    ) -> Result<(), Stop> {
        self.colours.set(state, Colour::Grey);
        self.stack.enter(state);
        self.depth = self.depth.max(self.stack.path().len());
        self.expander.clear();
        self.expander.generate(state)?;
        self.settle(visitor)?;
        let colours = &self.colours;
        let mut flow = ControlFlow::Continue(());
        self.stack.wait(self.expander.targets().iter().filter_map(|target| {
            let kind = match if target.fresh { Colour::White } else { colours.get(target.id) } {
                Colour::White => return Some(target.id),
                Colour::Grey => Edge::Back,
                Colour::Black => Edge::Done,
            };
            if flow.is_continue() {
                flow = visitor.edge(state, target.id, kind);
            }
            None
        }));
        go_on(flow)
    }

    /// Interns what was generated and tells the visitor.
    fn settle<V: DepthFirstVisitor<S>>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        let interned = self.expander.intern();
        self.expander.visit(visitor, &self.stack)?;
        interned
    }

    /// Reports an edge from the top of the stack, if there is one, to `state`.
    #[inline]
    fn follow<V: DepthFirstVisitor<S>>(
        &self,
        state: StateId,
        kind: Edge,
        visitor: &mut V,
    ) -> Result<(), Stop> {
        match self.stack.path().last() {
            Some(&top) => go_on(visitor.edge(top, state, kind)),
            None => Ok(()),
        }
    }

    #[cold]
    fn progress(&self) -> Progress {
        Progress { stats: self.stats(), frontier: self.stack.path().len() as u64 }
    }

    fn stats(&self) -> Stats {
        Stats {
            states: self.expander.store().len() as u64,
            transitions: self.expander.transitions(),
            depth: self.depth as u64,
            truncated: self.truncated,
            store_bytes: self.expander.store().bytes() as u64,
            search_bytes: (self.colours.bytes() + self.stack.bytes()) as u64,
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
