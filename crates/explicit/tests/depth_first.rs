//! What the depth-first skeleton promises its visitors.

mod toys;

use burnside_core::{Cancel, Limits, Stats};
use burnside_explicit::search::Stop;
use burnside_explicit::search::colour::Colour;
use burnside_explicit::search::dfs::depth_first;
use burnside_explicit::search::expand::Expander;
use burnside_explicit::search::visit::{
    Around, DepthFirstVisitor, Edge, Expansion, Pause, Visitor,
};
use burnside_explicit::{Control, exact_store};
use burnside_store::{StateId, Store};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use toys::{Graph, Rng, random_graph};

/// Checks every event against its own idea of the stack.
#[derive(Default)]
struct Judge {
    stack: Vec<StateId>,
    left: HashSet<StateId>,
    /// Edges announced by an expansion and not yet reported, with multiplicity.
    owed: HashMap<(StateId, StateId), usize>,
    successors: HashMap<StateId, Vec<StateId>>,
    /// The state that the last tree edge leads to.
    coming: Option<StateId>,
}

impl Visitor<Graph> for Judge {
    fn expanded(&mut self, expansion: &Expansion<'_>, (): &mut ()) -> ControlFlow<()> {
        let Some(from) = expansion.from else { return ControlFlow::Continue(()) };
        assert!(self.coming.is_none_or(|coming| coming == from));
        assert_eq!(self.coming.is_none(), self.stack.is_empty(), "roots come without an edge");
        assert!(!self.left.contains(&from) && !self.stack.contains(&from));
        self.coming = None;
        self.stack.push(from);
        assert_eq!(expansion.path(), self.stack);
        for target in expansion.targets {
            *self.owed.entry((from, target.id)).or_default() += 1;
        }
        self.successors.insert(from, expansion.targets.iter().map(|t| t.id).collect());
        ControlFlow::Continue(())
    }
}

impl DepthFirstVisitor<Graph> for Judge {
    fn edge<St: Store>(
        &mut self,
        from: StateId,
        to: StateId,
        kind: Edge,
        around: &Around<'_, Graph, St>,
    ) -> ControlFlow<()> {
        assert_eq!(around.walk.path(), self.stack);
        assert_eq!(self.stack.last(), Some(&from));
        *self.owed.get_mut(&(from, to)).expect("an edge of the graph") -= 1;
        match kind {
            Edge::Tree => self.coming = Some(to),
            Edge::Back => assert!(self.stack.contains(&to)),
            Edge::Done => assert!(self.left.contains(&to)),
        }
        ControlFlow::Continue(())
    }

    fn leave<St: Store>(
        &mut self,
        state: StateId,
        pause: &mut Pause<'_, '_, '_, Graph, St>,
    ) -> Result<(), Stop> {
        assert_eq!(pause.walk.path(), self.stack);
        assert_eq!(pause.walk.colour(state), Colour::Grey);
        assert_eq!(self.stack.last(), Some(&state));
        for successor in &self.successors[&state] {
            assert!(self.left.contains(successor) || self.stack.contains(successor));
            assert_eq!(self.owed[&(state, *successor)], 0);
        }
        self.stack.pop();
        assert!(self.left.insert(state));
        Ok(())
    }
}

#[test]
fn events_describe_a_depth_first_search() {
    let mut rng = Rng(7);
    for _ in 0..2_000 {
        let graph = random_graph(&mut rng, 50);
        let mut store = exact_store(&graph, &Limits::default());
        let mut judge = Judge::default();
        let mut stats = Stats::default();
        let observer = &mut ();
        let mut control = Control::new(Limits::default(), Cancel::new(), observer);
        let scratch = &mut ();
        let expander = Expander::new(&graph, scratch, &mut store);
        depth_first(expander, &mut judge, &mut control, &mut stats).unwrap();
        assert!(judge.stack.is_empty());
        assert_eq!(judge.left.len() as u64, stats.states);
    }
}
