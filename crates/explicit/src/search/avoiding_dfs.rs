//! Search for a cycle that *avoids* the accepting states: non-progress cycles, when these are the progress states.
//!
//! **Idea.** When the first search leaves a state, a second one starts there that never enters an accepting state;
//! it succeeds when it meets its own stack. Second searches share their marks, so they are together a depth-first
//! search of the graph without its accepting states.
//!
//! **Source.** Holzmann, Peled, Yannakakis, *On nested depth first search*, SPIN 1996, Fig. 5 (after Holzmann,
//! *Design and validation of computer protocols*, 1991). It is there to check the other way against it: the product with
//! [`non_progress`](crate::liveness::non_progress).
//!
//! **Where we differ.** Nothing of substance. Note that the second search may get to states that the first has not entered
//! yet, beyond a state that is still on the first one's stack.
//!
//! **Requires** an empty store. **Guarantees** that a cycle is reported exactly if there is a reachable one without
//! an accepting state, unless the search is cut short. **Cost.** As a nested search, without the product.

use crate::accepting::Accepting;
use crate::search::Stop;
use crate::search::control::Control;
use crate::search::dfs::{Walk, depth_first};
use crate::search::expand::Expander;
use crate::search::finding::{Finding, Hunt, Lasso};
use crate::search::visit::{Around, DepthFirstVisitor, Edge, Expansion, Pause, Visitor};
use burnside_core::{Stats, StopReason, TransitionSystem};
use burnside_store::{StateId, Store};
use std::ops::ControlFlow;

/// Looks for a cycle without accepting states, and fills in `stats`.
pub fn avoiding_dfs<S: Accepting, St: Store>(
    expander: Expander<'_, S, St>,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Hunt {
    let mut first = First { second: Walk::default(), cut: false, repeated: 0, finding: None };
    let mut result = depth_first(expander, &mut first, control, stats);
    if result.is_ok() && first.cut {
        result = Err(StopReason::Depth.into());
    }
    stats.transitions -= first.repeated;
    Hunt::new(result, first.finding, first.repeated)
}

/// The visitor of the first search.
struct First {
    second: Walk,
    /// Whether the depth limit cut a second search.
    cut: bool,
    repeated: u64,
    finding: Option<Finding>,
}

impl<S: TransitionSystem> Visitor<S> for First {
    #[inline]
    fn expanded(&mut self, _: &Expansion<'_>, _: &mut S::Scratch) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<S: Accepting> DepthFirstVisitor<S> for First {
    fn leave<St: Store>(
        &mut self,
        state: StateId,
        pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        let before = pause.expander.transitions();
        let mut visitor = Second { knot: None };
        let result = self.second.from_state(state, pause.expander, &mut visitor, pause.control);
        self.repeated += pause.expander.transitions() - before;
        if let Some(knot) = visitor.knot {
            let mut stem = pause.walk.path().to_vec();
            stem.extend_from_slice(&self.second.path()[1..]);
            self.finding = Some(Finding::Cycle(Lasso::close(&stem, &[], knot)));
        }
        match result {
            Err(Stop::Cut(StopReason::Depth)) => {
                self.cut = true;
                Ok(())
            }
            other => other,
        }
    }

    fn bytes(&self) -> usize {
        self.second.bytes()
    }
}

/// The visitor of the second searches.
struct Second {
    /// The state at which a cycle closes.
    knot: Option<StateId>,
}

impl<S: TransitionSystem> Visitor<S> for Second {
    #[inline]
    fn expanded(&mut self, _: &Expansion<'_>, _: &mut S::Scratch) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<S: Accepting> DepthFirstVisitor<S> for Second {
    #[inline]
    fn admits<St: Store>(&mut self, state: StateId, expander: &mut Expander<'_, S, St>) -> bool {
        let (system, bytes, scratch) = expander.look_at(state);
        !system.is_accepting(bytes, scratch)
    }

    #[inline]
    fn edge<St: Store>(
        &mut self,
        _: StateId,
        to: StateId,
        kind: Edge,
        _: &Around<'_, S, St>,
    ) -> ControlFlow<()> {
        if kind == Edge::Back {
            self.knot = Some(to);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
