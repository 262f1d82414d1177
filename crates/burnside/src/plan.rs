//! The plan: what will be done for each property, and why; decided before anything is searched.
//!
//! *Idea:* the choice of engine and reductions is data, made in one place from the property, the system and
//! the user's configuration. [`crate::check`] carries out exactly what stands here, and a surface can show
//! it without running anything.
//! *Guarantees:* whatever is chosen is sound for the property; what is not chosen has its reason in
//! [`Reductions::why_not`].

use burnside_core::ApId;
use burnside_explicit as explicit;
use burnside_lang::model::ClaimKind;

use crate::config::{Config, Engine, Reduction};
use crate::load::Loaded;
use crate::report::{PropertyKind, Reductions};

/// What will be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What counts as a step.
    pub steps: Steps,
    /// One entry per property, in the order of the report. All that are watched share one search.
    pub properties: Vec<Planned>,
}

/// What counts as a step of the system that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// Every statement, as written.
    Exact,
    /// Statements that only their process can notice are merged with the one before, and variables that
    /// will not be read again are reset.
    Merged,
}

/// What will be done for one property.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Its name.
    pub name: String,
    /// What kind of property.
    pub kind: PropertyKind,
    /// Its formula or expression.
    pub formula: Option<String>,
    /// How it is decided.
    pub method: Method,
    /// Which reductions are used, and why others are not.
    pub reductions: Reductions,
}

/// How a property is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every reachable state and step is looked at.
    Search {
        /// In which order.
        order: explicit::Order,
        /// Why in this order.
        why: &'static str,
        /// What is looked for.
        watched: explicit::Property,
    },
    /// It is not, for this reason.
    Undecided(String),
}

impl Method {
    /// The name of the engine, as in reports.
    pub fn engine(&self) -> &'static str {
        match self {
            Method::Search { order: explicit::Order::BreadthFirst, .. } => "bfs",
            Method::Search { order: explicit::Order::DepthFirst, .. } => "dfs",
            Method::Undecided(_) => "none",
        }
    }

    /// What the search looks for, if there is one.
    pub fn watched(&self) -> Option<explicit::Property> {
        match self {
            Method::Search { watched, .. } => Some(*watched),
            Method::Undecided(_) => None,
        }
    }
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A property was named that the model does not have.
    #[error("the model has no property `{name}`; it has {known}")]
    NoSuchProperty {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
}

/// Decides what to do for the properties that `config` selects.
pub fn plan(loaded: &Loaded, config: &Config) -> Result<Plan, PlanError> {
    let mut properties = all_properties(loaded, config);
    for name in &config.properties {
        if !properties.iter().any(|p| p.name == *name) {
            let known: Vec<String> = properties.iter().map(|p| format!("`{}`", p.name)).collect();
            let known = known.join(", ");
            return Err(PlanError::NoSuchProperty { name: name.clone(), known });
        }
    }
    properties.retain(|p| config.properties.is_empty() || config.properties.contains(&p.name));
    let steps = if config.exact_steps { Steps::Exact } else { Steps::Merged };
    Ok(Plan { steps, properties })
}

/// Every property of the model and of the configuration.
fn all_properties(loaded: &Loaded, config: &Config) -> Vec<Planned> {
    let search = |name: String, kind, formula, watched| {
        let method = search_for(watched, config);
        Planned { name, kind, formula, method, reductions: reductions(config) }
    };
    let mut all = vec![
        search("deadlock".into(), PropertyKind::Deadlock, None, explicit::Property::NoDeadlock),
        search("assertions".into(), PropertyKind::Assertions, None, explicit::Property::NoFault),
    ];
    for (i, (text, _)) in loaded.invariants.iter().enumerate() {
        let several = loaded.invariants.len() > 1;
        let name = if several { format!("invariant-{}", i + 1) } else { "invariant".into() };
        let watched = explicit::Property::Invariant(ApId(i as u32));
        all.push(search(name, PropertyKind::Invariant, Some(text.clone()), watched));
    }
    for claim in &loaded.claims {
        let (kind, what) = match claim.kind {
            ClaimKind::Ltl => (PropertyKind::Ltl, "LTL formulas"),
            ClaimKind::Never => (PropertyKind::Never, "never claims"),
            ClaimKind::Trace => (PropertyKind::Trace, "trace automata"),
            ClaimKind::Notrace => (PropertyKind::Trace, "notrace automata"),
        };
        all.push(Planned {
            name: claim.name.clone(),
            kind,
            formula: Some(claim.text.clone()),
            method: Method::Undecided(format!("{what} cannot be checked yet")),
            reductions: Reductions::default(),
        });
    }
    all
}

fn search_for(watched: explicit::Property, config: &Config) -> Method {
    let (order, why) = match config.engine {
        Engine::Auto => (
            explicit::Order::BreadthFirst,
            "one state or step violates it, and breadth first finds a shortest run to that",
        ),
        Engine::Bfs => (explicit::Order::BreadthFirst, "as asked for"),
        Engine::Dfs => (explicit::Order::DepthFirst, "as asked for"),
    };
    Method::Search { order, why, watched }
}

fn reductions(config: &Config) -> Reductions {
    let reason = |name: &str, asked: Reduction| match asked {
        Reduction::Auto => format!("{name}: not available yet"),
        Reduction::Off => format!("{name}: turned off"),
    };
    Reductions {
        why_not: vec![
            reason("symmetry", config.symmetry),
            reason("partial order", config.partial_order),
        ],
    }
}
