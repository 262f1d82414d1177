//! Is there an infinite run that an automaton accepts?
//!
//! **Idea.** The automaton describes the violations (it is that of the negated formula, or a never claim), so a
//! property holds if the product with the system has no accepting cycle. This file ties product, search
//! and evidence together.
//!
//! **Requires** what [`Product`] and the search require. **Guarantees** that `Holds` is said only after
//! the whole product has been searched with an exact store; that evidence is a run of the *system*, numbered as
//! its own steps are, with [`Path::STUTTER`] where it rests.
//!
//! **Cost.** That of the search; evidence is retraced at the end by expanding its states once more.

use crate::accepting::{Accepting, Marked, Overlay};
use crate::fairness::WeaklyFair;
use crate::product::{Ends, Product, ProductError};
use crate::retrace::retrace_from;
use crate::search::avoiding_dfs::avoiding_dfs;
use crate::search::component::Strength;
use crate::search::control::{Control, exact_store};
use crate::search::expand::Expander;
use crate::search::finding::{Finding, Hop, Hunt};
use crate::search::nested_dfs::{Nesting, nested_dfs};
use crate::search::scc::{fair_scc_search, scc_search};
use crate::shorten::short_lasso;
use burnside_core::{ApId, Evidence, Fair, Labelled, Path, Stats, StopReason, Verdict, Violation};
use burnside_logic::Automaton;
use burnside_logic::automaton::{Cube, Edge, Label};
use burnside_store::Store;
use std::borrow::Cow;
use std::collections::HashSet;

/// How accepting cycles are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// By nested depth-first search.
    Nested(Nesting),
    /// By strongly connected components. The only one for which several acceptance sets need no counter
    /// in the automaton.
    #[default]
    Components,
}

/// How fair accepting cycles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairEngine {
    /// Weakly fair ones, by a counter in the state ([`WeaklyFair`]) and nested depth-first search.
    Counter(Nesting),
    /// By strongly connected components.
    Components(Strength),
}

/// The violations to look for, and how.
#[derive(Clone, Debug)]
pub struct LiveQuery<'a, E = Engine> {
    /// Accepts the violations.
    pub automaton: &'a Automaton,
    /// What the atoms of the automaton stand for, in order.
    pub propositions: &'a [ApId],
    /// What becomes of runs that end.
    pub ends: Ends,
    /// How to search.
    pub engine: E,
    /// Look for a short lasso when one has been found, by [`shorten`](crate::shorten). Engines whose cycles
    /// have more to do than to visit one acceptance set give theirs as it is.
    pub shorten: bool,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct LiveReport {
    /// Whether no run is accepted.
    pub verdict: Verdict,
    /// Size and cost of the search, in terms of the product.
    pub stats: Stats,
    /// Steps that were generated again, beyond those counted in `stats`.
    pub repeated: u64,
    /// What cut the search short, other than a violation.
    pub stopped: Option<StopReason>,
}

/// Looks for a run of `system` that the automaton accepts.
///
/// # Errors
/// If the automaton does not fit the query.
pub fn check_liveness<S: Labelled>(
    system: &S,
    query: &LiveQuery<'_>,
    control: &mut Control<'_>,
) -> Result<LiveReport, ProductError> {
    let generalized = query.engine == Engine::Components;
    let automaton = with_states_accepting(query.automaton, generalized);
    let product = Product::new(system, &automaton, query.propositions, query.ends)?;
    let mut store = exact_store(&product, control.limits());
    Ok(find_cycle(&product, &mut store, query.engine, query.shorten, control))
}

/// Looks for a fair run of `system` that the automaton accepts.
///
/// # Errors
/// If the automaton does not fit the query.
pub fn check_fair_liveness<S: Labelled + Fair>(
    system: &S,
    query: &LiveQuery<'_, FairEngine>,
    control: &mut Control<'_>,
) -> Result<LiveReport, ProductError> {
    let generalized = matches!(query.engine, FairEngine::Components(_));
    let automaton = with_states_accepting(query.automaton, generalized);
    let product = Product::new(system, &automaton, query.propositions, query.ends)?;
    Ok(match query.engine {
        FairEngine::Counter(nesting) => {
            let fair = WeaklyFair::new(&product);
            let mut store = exact_store(&fair, control.limits());
            find_cycle(&fair, &mut store, Engine::Nested(nesting), query.shorten, control)
        }
        FairEngine::Components(strength) => {
            let mut store = exact_store(&product, control.limits());
            find_fair_cycle(&product, &mut store, strength, control)
        }
    })
}

/// The automaton with acceptance on states and, unless it may be generalised, by one set.
fn with_states_accepting(automaton: &Automaton, generalized: bool) -> Cow<'_, Automaton> {
    match automaton.is_state_based() && (generalized || automaton.acceptance_sets() <= 1) {
        true => Cow::Borrowed(automaton),
        false => Cow::Owned(automaton.to_state_based_buchi()),
    }
}

/// Looks for a cycle of `system` without a state that satisfies `progress`, directly. Runs that end are no
/// cycles. A second way to the answer that the automaton [`non_progress`] gives.
pub fn check_progress<S: Labelled>(
    system: &S,
    progress: ApId,
    control: &mut Control<'_>,
) -> LiveReport {
    let marked = Marked::new(system, progress);
    let mut store = exact_store(&marked, control.limits());
    let mut search = Search::new(&marked, &mut store);
    let (expander, stats) = search.parts();
    let hunt = avoiding_dfs(expander, control, stats);
    search.conclude(hunt)
}

/// The automaton of the runs in which its one atom, `progress`, holds finitely often: ◇□¬progress.
///
/// Holzmann, Peled, Yannakakis, *On nested depth first search*, SPIN 1996, Fig. 6.
#[must_use]
pub fn non_progress() -> Automaton {
    let edge = |negative, target, marks| {
        let label = Label::new(vec![Cube { positive: 0, negative }]);
        Edge { label, target, marks }
    };
    let edges = vec![vec![edge(0, 0, 0), edge(1, 1, 0)], vec![edge(1, 1, 1)]];
    Automaton::new(vec!["progress".into()], 1, 0, edges).expect("all numbers are in range")
}

/// Looks for an accepting cycle of `system`. `store` must be empty and is left filled.
pub fn find_cycle<S: Accepting + Overlay, St: Store>(
    system: &S,
    store: &mut St,
    engine: Engine,
    shorten: bool,
    control: &mut Control<'_>,
) -> LiveReport {
    let mut search = Search::new(system, store);
    let (expander, stats) = search.parts();
    let hunt = match engine {
        Engine::Nested(nesting) => nested_dfs(expander, nesting, control, stats),
        Engine::Components => scc_search(expander, control, stats),
    };
    if shorten && system.acceptance_sets() <= 1 {
        search.shorten(hunt, control)
    } else {
        search.conclude(hunt)
    }
}

/// Looks for a fair accepting cycle of `system`. `store` must be empty and is left filled.
pub fn find_fair_cycle<S: Accepting + Fair + Overlay, St: Store>(
    system: &S,
    store: &mut St,
    strength: Strength,
    control: &mut Control<'_>,
) -> LiveReport {
    let mut search = Search::new(system, store);
    let (expander, stats) = search.parts();
    let hunt = fair_scc_search(expander, strength, control, stats);
    search.conclude(hunt)
}

/// What every search needs.
struct Search<'a, S: Overlay, St> {
    system: &'a S,
    scratch: S::Scratch,
    store: &'a mut St,
    stats: Stats,
}

impl<'a, S: Overlay, St: Store> Search<'a, S, St> {
    fn new(system: &'a S, store: &'a mut St) -> Self {
        assert!(store.is_empty(), "a search starts with an empty store");
        Search { system, scratch: system.scratch(), store, stats: Stats::default() }
    }

    /// What the search works with, and where it writes its numbers.
    fn parts(&mut self) -> (Expander<'_, S, St>, &mut Stats) {
        (Expander::new(self.system, &mut self.scratch, self.store), &mut self.stats)
    }

    /// From what a search says to an answer with evidence.
    fn conclude(mut self, Hunt { finding, stopped, repeated }: Hunt) -> LiveReport {
        let verdict = match (finding, stopped) {
            (Some(finding), _) => {
                let (violation, prefix, cycle) = self.retrace(finding);
                Verdict::Violated(Box::new(self.evidence(violation, &prefix, cycle.as_ref())))
            }
            (None, Some(reason)) => Verdict::Unknown(reason),
            (None, None) if !St::EXACT => Verdict::Unknown(StopReason::LossyStore),
            (None, None) => Verdict::Holds,
        };
        LiveReport { verdict, stats: self.stats, repeated, stopped }
    }

    /// The paths behind a finding.
    fn retrace(&mut self, finding: Finding) -> (Violation, Path, Option<Path>) {
        let (violation, prefix, cycle): (_, Vec<Hop>, _) = match finding {
            Finding::Cycle(lasso) => (Violation::AcceptanceCycle, lasso.prefix, Some(lasso.cycle)),
            Finding::Broken(states, fault) => {
                let hops = states.into_iter().map(Hop::from).collect();
                (Violation::BrokenProposition(fault), hops, None)
            }
        };
        let Search { system, scratch, store, .. } = self;
        let prefix = retrace_from(*system, scratch, &**store, None, prefix);
        let knot = prefix.last_state();
        let cycle = cycle.map(|hops| retrace_from(*system, scratch, &**store, knot, hops));
        (violation, prefix, cycle)
    }

    /// The run of the base system behind the run of the searched one.
    fn evidence(&mut self, violation: Violation, prefix: &Path, cycle: Option<&Path>) -> Evidence {
        let knot = prefix.last_state();
        let mut below = |start, path| project(self.system, &mut self.scratch, start, path);
        Evidence { violation, path: below(None, prefix), cycle: cycle.map(|c| below(knot, c)) }
    }

    /// As [`conclude`](Self::conclude), with the shorter one of two lassos.
    fn shorten(mut self, hunt: Hunt, control: &mut Control<'_>) -> LiveReport
    where
        S: Accepting,
    {
        let Some(Finding::Cycle(lasso)) = &hunt.finding else { return self.conclude(hunt) };
        let mut goals = HashSet::new();
        let mut buffer = Vec::new();
        for hop in &lasso.cycle {
            let state = self.store.load(hop.state, &mut buffer);
            if self.system.is_accepting(state, &mut self.scratch) {
                goals.insert(state.to_vec());
            }
        }
        let length = lasso.prefix.len() + lasso.cycle.len();
        let found = short_lasso(self.system, &mut self.scratch, &goals, control);
        match found.filter(|(prefix, cycle)| prefix.steps().len() + cycle.steps().len() < length) {
            None => self.conclude(hunt),
            Some((prefix, cycle)) => {
                let evidence = self.evidence(Violation::AcceptanceCycle, &prefix, Some(&cycle));
                let Hunt { stopped, repeated, .. } = hunt;
                let verdict = Verdict::Violated(Box::new(evidence));
                LiveReport { verdict, stats: self.stats, repeated, stopped }
            }
        }
    }
}

/// The run of the base system behind a run that leads out of `start` or begins at an initial state.
fn project<S: Overlay>(
    system: &S,
    scratch: &mut S::Scratch,
    start: Option<&[u8]>,
    path: &Path,
) -> Path {
    let base_len = path.last_state().map_or(0, |state| system.base_state(state).len());
    let mut projected = Path::new(base_len);
    let mut before = start;
    for (&step, state) in path.steps().iter().zip(path.states()) {
        let below = match before {
            None => step,
            Some(before) => system.base_step(before, step, scratch).unwrap_or(Path::STUTTER),
        };
        projected.push(below, system.base_state(state));
        before = Some(state);
    }
    projected
}
