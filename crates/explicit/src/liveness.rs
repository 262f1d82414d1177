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

use crate::accepting::{Accepting, Overlay};
use crate::fairness::WeaklyFair;
use crate::product::{Ends, Product, ProductError};
use crate::retrace::retrace_from;
use crate::search::component::Strength;
use crate::search::control::{Control, exact_store};
use crate::search::expand::Expander;
use crate::search::finding::{Finding, Hop, Hunt};
use crate::search::nested_dfs::{Nesting, nested_dfs};
use crate::search::scc::{fair_scc_search, scc_search};
use burnside_core::{ApId, Evidence, Fair, Labelled, Path, Stats, StopReason, Verdict, Violation};
use burnside_logic::Automaton;
use burnside_store::Store;
use std::borrow::Cow;

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
    Ok(find_cycle(&product, &mut store, query.engine, control))
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
            find_cycle(&fair, &mut store, Engine::Nested(nesting), control)
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

/// Looks for an accepting cycle of `system`. `store` must be empty and is left filled.
pub fn find_cycle<S: Accepting + Overlay, St: Store>(
    system: &S,
    store: &mut St,
    engine: Engine,
    control: &mut Control<'_>,
) -> LiveReport {
    find(system, store, |expander, stats| match engine {
        Engine::Nested(nesting) => nested_dfs(expander, nesting, control, stats),
        Engine::Components => scc_search(expander, control, stats),
    })
}

/// Looks for a fair accepting cycle of `system`. `store` must be empty and is left filled.
pub fn find_fair_cycle<S: Accepting + Fair + Overlay, St: Store>(
    system: &S,
    store: &mut St,
    strength: Strength,
    control: &mut Control<'_>,
) -> LiveReport {
    find(system, store, |expander, stats| fair_scc_search(expander, strength, control, stats))
}

fn find<S: Overlay, St: Store>(
    system: &S,
    store: &mut St,
    search: impl FnOnce(Expander<'_, S, St>, &mut Stats) -> Hunt,
) -> LiveReport {
    assert!(store.is_empty(), "a search starts with an empty store");
    let mut scratch = system.scratch();
    let mut stats = Stats::default();
    let hunt = search(Expander::new(system, &mut scratch, store), &mut stats);
    conclude(system, &mut scratch, store, hunt, stats)
}

/// From what a search says to an answer with evidence.
fn conclude<S: Overlay, St: Store>(
    system: &S,
    scratch: &mut S::Scratch,
    store: &St,
    Hunt { finding, stopped, repeated }: Hunt,
    stats: Stats,
) -> LiveReport {
    let verdict = match (finding, stopped) {
        (Some(finding), _) => {
            Verdict::Violated(Box::new(evidence(system, scratch, store, finding)))
        }
        (None, Some(reason)) => Verdict::Unknown(reason),
        (None, None) if !St::EXACT => Verdict::Unknown(StopReason::LossyStore),
        (None, None) => Verdict::Holds,
    };
    LiveReport { verdict, stats, repeated, stopped }
}

/// A run of the base system that shows what was found.
fn evidence<S: Overlay, St: Store>(
    system: &S,
    scratch: &mut S::Scratch,
    store: &St,
    finding: Finding,
) -> Evidence {
    let (violation, prefix, cycle): (_, Vec<Hop>, _) = match finding {
        Finding::Cycle(lasso) => (Violation::AcceptanceCycle, lasso.prefix, Some(lasso.cycle)),
        Finding::Broken(states, fault) => {
            let hops = states.into_iter().map(Hop::from).collect();
            (Violation::BrokenProposition(fault), hops, None)
        }
    };
    let prefix = retrace_from(system, scratch, store, None, prefix);
    let knot = prefix.last_state();
    let cycle = cycle.map(|hops| retrace_from(system, scratch, store, knot, hops));
    Evidence {
        violation,
        cycle: cycle.map(|cycle| project(system, scratch, knot, &cycle)),
        path: project(system, scratch, None, &prefix),
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
