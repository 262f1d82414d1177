//! Nested depth-first search for a cycle through an accepting state.
//!
//! **Idea.** The first search looks for accepting states; from each of them a second one looks for a way
//! back. If the second search starts when the first *leaves* the state (in postorder), states that an earlier
//! second search has seen need not be seen again: from them no accepting state that is still to be left can be
//! reached without closing a cycle that would have been found. So all second searches together visit each state
//! at most once.
//!
//! **Source.** Courcoubetis, Vardi, Wolper, Yannakakis, *Memory-efficient algorithms for the verification of
//! temporal properties*, 1992; Bošnački, *A nested depth first search algorithm for model checking with symmetry
//! reduction*, FORTE 2002, Fig. 2 and 3; Holzmann, Peled, Yannakakis, *On nested depth first search*, SPIN 1996,
//! Fig. 4, for stopping on the stack of the first search; Schwoon and Esparza, *A note on on-the-fly verification
//! algorithms*, TACAS 2005, for looking at the back edges of the first search.
//!
//! **Where we differ.** A second search looks at all successors of a state when it expands it, before it goes
//! down any of them, so that it never passes by the end of a cycle.
//!
//! **Requires** an empty store; at most one acceptance set.
//! **Guarantees** that a cycle is reported exactly if an accepting state lies on a cycle, unless the search is
//! cut short.
//!
//! **Cost.** Two bits per state beyond a plain depth-first search and at most twice its
//! steps; [`Nesting::Preorder`] needs as many second searches as there are accepting states.

use crate::accepting::Accepting;
use crate::search::Stop;
use crate::search::colour::Colour;
use crate::search::control::Control;
use crate::search::dfs::{Walk, depth_first};
use crate::search::expand::Expander;
use crate::search::finding::{Finding, Hunt, Lasso};
use crate::search::visit::{Around, DepthFirstVisitor, Edge, Expansion, Pause, Visitor};
use burnside_core::{Stats, StopReason, TransitionSystem};
use burnside_store::{StateId, Store};
use std::ops::ControlFlow;

/// When a second search starts and when it succeeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nesting {
    /// Starts when an accepting state is entered, from scratch; succeeds at that state. Quadratic; finds
    /// cycles earlier in the first search. (Bošnački 2002, Fig. 2)
    Preorder,
    /// Starts when an accepting state is left; succeeds at that state. (Bošnački 2002, Fig. 3)
    Postorder,
    /// Starts when an accepting state is left; succeeds at any state on the stack of the first search.
    /// (Holzmann, Peled, Yannakakis 1996, Fig. 4)
    OnStack,
    /// As `OnStack`; moreover the first search succeeds if an edge leads back to the stack from or to an
    /// accepting state. (Schwoon and Esparza 2005)
    #[default]
    Eager,
}

/// Looks for a cycle through an accepting state, and fills in `stats`.
///
/// # Panics
/// If there is more than one acceptance set.
pub fn nested_dfs<S: Accepting, St: Store>(
    expander: Expander<'_, S, St>,
    nesting: Nesting,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Hunt {
    let mut first =
        First { nesting, second: Walk::default(), cut: false, repeated: 0, finding: None };
    let mut result = depth_first(expander, &mut first, control, stats);
    if result.is_ok() && first.cut {
        result = Err(StopReason::Depth.into());
    }
    stats.transitions -= first.repeated;
    Hunt::new(result, first.finding, first.repeated)
}

/// The visitor of the first search. Accepting states are marked while they are on its stack.
struct First {
    nesting: Nesting,
    /// All second searches.
    second: Walk,
    /// Whether the depth limit cut a second search.
    cut: bool,
    repeated: u64,
    finding: Option<Finding>,
}

impl First {
    /// Looks for a way from `seed`, the top of the first search's stack, back to it.
    fn search_again<S: Accepting, St: Store>(
        &mut self,
        seed: StateId,
        pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        let before = pause.expander.transitions();
        let goal = match self.nesting {
            Nesting::Preorder | Nesting::Postorder => Some(seed),
            Nesting::OnStack | Nesting::Eager => None,
        };
        let mut visitor = Second { first: pause.walk, goal, reached: None };
        let result = self.second.from_state(seed, pause.expander, &mut visitor, pause.control);
        self.repeated += pause.expander.transitions() - before;
        if let Some(knot) = visitor.reached {
            let lasso = Lasso::close(pause.walk.path(), &self.second.path()[1..], knot);
            self.finding = Some(Finding::Cycle(lasso));
        }
        match result {
            Err(Stop::Cut(StopReason::Depth)) => {
                self.cut = true;
                Ok(())
            }
            other => other,
        }
    }
}

impl<S: TransitionSystem> Visitor<S> for First {
    #[inline]
    fn expanded(&mut self, expansion: &Expansion<'_>, _: &mut S::Scratch) -> ControlFlow<()> {
        if expansion.faulty {
            self.finding = Finding::broken(expansion);
        }
        stop_if(self.finding.is_some())
    }
}

impl<S: Accepting> DepthFirstVisitor<S> for First {
    fn enter<St: Store>(
        &mut self,
        state: StateId,
        pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        let (system, bytes, scratch) = pause.expander.look_at(state);
        if !system.is_accepting(bytes, scratch) {
            return Ok(());
        }
        pause.walk.mark(state);
        if self.nesting == Nesting::Preorder {
            self.second.clear();
            return self.search_again(state, pause);
        }
        Ok(())
    }

    #[inline]
    fn edge<St: Store>(
        &mut self,
        from: StateId,
        to: StateId,
        kind: Edge,
        around: &Around<'_, S, St>,
    ) -> ControlFlow<()> {
        if kind == Edge::Back
            && self.nesting == Nesting::Eager
            && (around.walk.is_marked(from) || around.walk.is_marked(to))
        {
            self.finding = Some(Finding::Cycle(Lasso::close(around.walk.path(), &[], to)));
        }
        stop_if(self.finding.is_some())
    }

    fn leave<St: Store>(
        &mut self,
        state: StateId,
        pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        if pause.walk.is_marked(state) && self.nesting != Nesting::Preorder {
            return self.search_again(state, pause);
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.second.bytes()
    }
}

/// The visitor of the second searches.
struct Second<'a> {
    first: &'a Walk,
    /// The state to reach; if `None`, any on the stack of the first search.
    goal: Option<StateId>,
    reached: Option<StateId>,
}

impl<S: TransitionSystem> Visitor<S> for Second<'_> {
    #[inline]
    fn expanded(&mut self, expansion: &Expansion<'_>, _: &mut S::Scratch) -> ControlFlow<()> {
        let mut targets = expansion.targets.iter().map(|target| target.id);
        self.reached = targets.find(|&target| match self.goal {
            Some(goal) => target == goal,
            None => self.first.colour(target) == Colour::Grey,
        });
        stop_if(self.reached.is_some())
    }
}

impl<S: TransitionSystem> DepthFirstVisitor<S> for Second<'_> {
    fn bytes(&self) -> usize {
        self.first.bytes()
    }
}

#[inline]
fn stop_if(enough: bool) -> ControlFlow<()> {
    if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
