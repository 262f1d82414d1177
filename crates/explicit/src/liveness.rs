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
use crate::product::{Ends, Product, ProductError};
use crate::retrace::retrace_from;
use crate::search::control::{Control, exact_store};
use crate::search::expand::Expander;
use crate::search::finding::{Finding, Hop, Hunt};
use crate::search::nested_dfs::{Nesting, nested_dfs};
use burnside_core::{ApId, Evidence, Labelled, Path, Stats, StopReason, Verdict, Violation};
use burnside_logic::Automaton;
use burnside_store::Store;
use std::borrow::Cow;

/// How accepting cycles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// By nested depth-first search.
    Nested(Nesting),
}

/// The violations to look for, and how.
#[derive(Clone, Debug)]
pub struct LiveQuery<'a> {
    /// Accepts the violations.
    pub automaton: &'a Automaton,
    /// What the atoms of the automaton stand for, in order.
    pub propositions: &'a [ApId],
    /// What becomes of runs that end.
    pub ends: Ends,
    /// How to search.
    pub engine: Engine,
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
    let automaton = suitable(query.automaton, query.engine);
    let product = Product::new(system, &automaton, query.propositions, query.ends)?;
    let mut store = exact_store(&product, control.limits());
    Ok(find_cycle(&product, &mut store, query.engine, control))
}

/// The automaton in a form that the engine can use.
fn suitable(automaton: &Automaton, engine: Engine) -> Cow<'_, Automaton> {
    let one_set = match engine {
        Engine::Nested(_) => automaton.acceptance_sets() <= 1,
    };
    match one_set && automaton.is_state_based() {
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
    let mut scratch = system.scratch();
    let mut stats = Stats::default();
    let hunt = hunt(system, &mut scratch, store, engine, control, &mut stats);
    conclude(system, &mut scratch, store, hunt, stats)
}

fn hunt<S: Accepting, St: Store>(
    system: &S,
    scratch: &mut S::Scratch,
    store: &mut St,
    engine: Engine,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Hunt {
    assert!(store.is_empty(), "a search starts with an empty store");
    let expander = Expander::new(system, scratch, store);
    match engine {
        Engine::Nested(nesting) => nested_dfs(expander, nesting, control, stats),
    }
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
