//! The product of a system with a Büchi automaton, on the fly.
//!
//! **Idea.** A state of the product is a state of the system followed by the number of an automaton state.
//! From (s, q) the automaton moves first, by an edge q → q′ whose label agrees with s, and then the system by
//! a step s → s′; together they lead to (s′, q′). So a run of the product is a run of the system together with
//! a run of the automaton on the labels of its states, beginning with the initial one. (s, q) is in the
//! acceptance sets of q.
//!
//! **Source.** Vardi and Wolper, *An automata-theoretic approach to automatic program verification*, LICS 1986;
//! the order of moves is that of SPIN, where a never claim moves before the program.
//!
//! **Where we differ.** Propositions are evaluated only as far as the edges of q mention them, once per
//! expansion. What is done when the system cannot move is a choice ([`Ends`]). Successors are numbered by
//! automaton edge, then by system step.
//!
//! **Requires** an automaton with state-based acceptance and a proposition for each of its atoms.
//! **Guarantees** that the product has an accepting run exactly if the automaton accepts the labels of some
//! infinite run of the system. A state in which a needed proposition cannot be evaluated has no successor,
//! but one failing step of group [`GroupId::STUTTER`] without a target. Failing steps of the system with a
//! target are taken like others; those without are left out, and end a run.
//!
//! **Cost.** Four bytes per state more than the system's. Each product state expands its system state anew.

use crate::accepting::{Accepting, Overlay};
use burnside_core::{
    ApId, Fair, FaultId, GroupId, Interrupt, Labelled, ProcessSet, Step, Successors,
    TransitionSystem,
};
use burnside_logic::Automaton;
use burnside_logic::automaton::{Cube, Edge};
use std::fmt;
use std::ops::Range;

/// What becomes of a run of the system when no step is left, be it a deadlock or a valid end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// The last state is repeated for ever (stutter extension).
    #[default]
    Stutter,
    /// It is finite, and therefore never accepting.
    Stop,
}

/// Why a product cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductError {
    /// Edges of one automaton state are in different acceptance sets.
    EdgeAcceptance,
    /// There are more or fewer propositions than atoms.
    Propositions,
}

impl fmt::Display for ProductError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProductError::EdgeAcceptance => "the automaton has acceptance on edges, not on states",
            ProductError::Propositions => "each atom of the automaton needs one proposition",
        })
    }
}

impl std::error::Error for ProductError {}

/// The product of a system and an automaton.
pub struct Product<'a, S> {
    system: &'a S,
    propositions: Vec<ApId>,
    ends: Ends,
    initial: u32,
    acceptance_sets: u32,
    states: Vec<Control>,
    edges: Vec<Move>,
    cubes: Vec<Cube>,
}

/// A state of the automaton.
struct Control {
    edges: Range<usize>,
    /// The atoms that its edges mention.
    support: u64,
    marks: u64,
}

/// An edge of the automaton.
struct Move {
    cubes: Range<usize>,
    target: u32,
}

/// Working memory of a product.
pub struct Scratch<S: TransitionSystem> {
    system: S::Scratch,
    /// The steps of the system out of the state expanded last.
    steps: Successors,
}

impl<'a, S: Labelled> Product<'a, S> {
    /// Puts a product together; `propositions` has one for each atom of the automaton, in order.
    ///
    /// # Errors
    /// If the automaton does not fit; see [`Automaton::to_state_based_buchi`].
    pub fn new(
        system: &'a S,
        automaton: &Automaton,
        propositions: &[ApId],
        ends: Ends,
    ) -> Result<Self, ProductError> {
        if !automaton.is_state_based() {
            return Err(ProductError::EdgeAcceptance);
        }
        if propositions.len() != automaton.atoms().len() {
            return Err(ProductError::Propositions);
        }
        let mut product = Product {
            system,
            propositions: propositions.to_vec(),
            ends,
            initial: automaton.initial() as u32,
            acceptance_sets: automaton.acceptance_sets(),
            states: Vec::new(),
            edges: Vec::new(),
            cubes: Vec::new(),
        };
        for state in 0..automaton.states() {
            product.add_state(automaton.edges(state));
        }
        Ok(product)
    }

    fn add_state(&mut self, edges: &[Edge]) {
        let start = self.edges.len();
        for edge in edges {
            let first = self.cubes.len();
            self.cubes.extend_from_slice(edge.label.cubes());
            self.edges.push(Move { cubes: first..self.cubes.len(), target: edge.target as u32 });
        }
        self.states.push(Control {
            edges: start..self.edges.len(),
            support: edges.iter().fold(0, |all, edge| all | edge.label.support()),
            marks: edges.first().map_or(0, |edge| edge.marks),
        });
    }

    /// The automaton's part of a state.
    #[inline]
    pub fn automaton_state(&self, state: &[u8]) -> usize {
        let (_, number) = state.split_last_chunk::<4>().expect("a product state ends in a number");
        u32::from_ne_bytes(*number) as usize
    }

    /// Which of the automaton's atoms hold in a state of the system, as far as asked for.
    fn letter(&self, base: &[u8], support: u64, scratch: &mut S::Scratch) -> Result<u64, FaultId> {
        let (mut letter, mut rest) = (0, support);
        while rest != 0 {
            let atom = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            letter |= u64::from(self.system.holds(base, self.propositions[atom], scratch)?) << atom;
        }
        Ok(letter)
    }

    /// The automaton states to which it can move on a letter, in the order of its edges.
    fn targets(&self, control: &Control, letter: u64) -> impl Iterator<Item = u32> {
        self.edges[control.edges.clone()]
            .iter()
            .filter(move |m| self.cubes[m.cubes.clone()].iter().any(|cube| cube.matches(letter)))
            .map(|m| m.target)
    }
}

impl<S: Labelled> TransitionSystem for Product<'_, S> {
    type Scratch = Scratch<S>;

    fn scratch(&self) -> Scratch<S> {
        let steps = Successors::new(self.system.state_len());
        Scratch { system: self.system.scratch(), steps }
    }

    fn state_len(&self) -> usize {
        self.system.state_len() + size_of::<u32>()
    }

    fn initial(&self, scratch: &mut Scratch<S>, out: &mut Successors) -> Result<(), Interrupt> {
        scratch.steps.clear();
        self.system.initial(&mut scratch.system, &mut scratch.steps)?;
        append(&scratch.steps, self.initial, out);
        Ok(())
    }

    fn successors(
        &self,
        state: &[u8],
        scratch: &mut Scratch<S>,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        let base = self.base_state(state);
        let control = &self.states[self.automaton_state(state)];
        scratch.steps.clear();
        let letter = match self.letter(base, control.support, &mut scratch.system) {
            Ok(letter) => letter,
            Err(fault) => {
                out.fault_only(Step::faulty(GroupId::STUTTER, fault));
                return Ok(());
            }
        };
        let mut targets = self.targets(control, letter).peekable();
        if targets.peek().is_none() {
            return Ok(()); // the automaton has lost interest
        }
        self.system.successors(base, &mut scratch.system, &mut scratch.steps)?;
        if scratch.steps.is_empty() && self.ends == Ends::Stutter {
            scratch.steps.push(base, Step::new(GroupId::STUTTER));
        }
        targets.for_each(|target| append(&scratch.steps, target, out));
        Ok(())
    }

    /// A run of the product ends where the automaton rejects, which is no fault of the system.
    fn is_valid_end(&self, _: &[u8]) -> bool {
        true
    }
}

/// Appends the states with an automaton state after each.
#[inline]
fn append(states: &Successors, automaton_state: u32, out: &mut Successors) {
    let len = states.state_len();
    for (step, base) in states.iter() {
        out.begin_extended(base)[len..].copy_from_slice(&automaton_state.to_ne_bytes());
        out.commit(step);
    }
}

impl<S: Labelled> Accepting for Product<'_, S> {
    fn acceptance_sets(&self) -> u32 {
        self.acceptance_sets
    }

    #[inline]
    fn marks(&self, state: &[u8], _: &mut Scratch<S>) -> u64 {
        self.states[self.automaton_state(state)].marks
    }
}

impl<S: Labelled> Overlay for Product<'_, S> {
    type Base = S;

    #[inline]
    fn base_state<'a>(&self, state: &'a [u8]) -> &'a [u8] {
        &state[..self.system.state_len()]
    }

    fn base_step(&self, state: &[u8], index: u32, scratch: &mut Scratch<S>) -> Option<u32> {
        scratch.steps.clear();
        let expanded =
            self.system.successors(self.base_state(state), &mut scratch.system, &mut scratch.steps);
        expanded.expect("what was expanded before can be expanded again");
        let steps = scratch.steps.len() as u32;
        (steps > 0).then(|| index % steps)
    }
}

impl<S: Labelled + Fair> Fair for Product<'_, S> {
    fn processes(&self) -> usize {
        self.system.processes()
    }

    /// Nobody moves when the system rests.
    fn movers(&self, scratch: &Scratch<S>, index: usize, step: Step) -> ProcessSet {
        match step.group {
            GroupId::STUTTER => ProcessSet::EMPTY,
            _ => self.system.movers(&scratch.system, index % scratch.steps.len(), step),
        }
    }
}
