//! The machine: a compiled system as engines see it.
//!
//! *Idea:* the contract of `burnside_core::TransitionSystem` over packed states. The order of steps is
//! the interpreter's: process by process, edge by edge, so that a path of one is a path of the other.
//! *Guarantees:* the same steps, in the same order, with the same faults as the interpreter, for every
//! state that the shape admits; an [`Interrupt`] otherwise. (Steps that fail without a target are listed
//! apart, see `Successors`.)

use crate::chain::Direct;
use crate::code::Program;
use crate::compile::{CompileError, compile};
use crate::constants::Constants;
use crate::exec::Outcome;
use crate::explain::{Explanation, GroupInfo, Sites};
use crate::layout::Layout;
use crate::moves::Mover;
use crate::scratch::Scratch;
use crate::shape::Shape;
use burnside_core::{
    ApId, FaultId, GroupId, Interrupt, Labelled, Step, Successors, TransitionSystem,
};
use burnside_ir::{
    EdgeId, Expr, FaultKind, Interpreter, Op, Scheduling, State, System, TemplateId,
};

/// A compiled system.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) system: System,
    pub(crate) layout: Layout,
    pub(crate) program: Program,
    /// Does any process depend on `provided` or on priorities?
    pub(crate) restricted: bool,
    sites: Sites,
    groups: Vec<GroupInfo>,
    initial: Result<Vec<State>, FaultKind>,
    /// Does any edge ask for the second attempt?
    uses_timeout: bool,
    /// The longest message or list of arguments.
    longest: usize,
}

impl Machine {
    /// Compiles a verified system for a shape, with propositions to be asked by number.
    ///
    /// # Errors
    /// If the system exceeds one of the limits of the machine.
    pub fn new(
        system: &System,
        shape: &Shape,
        propositions: &[Expr],
    ) -> Result<Machine, CompileError> {
        let initial = Interpreter::new(system).initial();
        let constants = Constants::of(system, initial.as_deref().unwrap_or(&[]));
        let layout = Layout::new(system, shape, &constants);
        let sites = Sites::new(system);
        let (program, groups) = compile(system, &layout, &sites, propositions)?;
        let provided = system.templates.iter().any(|t| t.provided.is_some());
        Ok(Machine {
            restricted: provided || system.scheduling == Scheduling::Priority,
            uses_timeout: system.mentions(|e| *e == Expr::Timeout),
            longest: longest(system),
            system: system.clone(),
            layout,
            program,
            sites,
            groups,
            initial,
        })
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Where everything lies in a state.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Packs a state of the interpreter.
    ///
    /// # Errors
    /// What the shape lacks to hold it.
    pub fn encode(&self, state: &State) -> Result<Vec<u8>, Interrupt> {
        self.layout.encode(&self.system, state)
    }

    /// Unpacks a state.
    pub fn decode(&self, state: &[u8]) -> State {
        self.layout.decode(&self.system, state)
    }

    /// What a fault stands for.
    pub fn explain(&self, fault: FaultId) -> Explanation {
        self.sites.explain(fault)
    }

    /// Number of groups.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// What a group stands for.
    ///
    /// # Panics
    /// If it is no group of this machine.
    pub fn group(&self, group: GroupId) -> &GroupInfo {
        &self.groups[group.0 as usize]
    }

    /// Was the edge executed, by any process, in any step computed with this scratch?
    pub fn reached(&self, scratch: &Scratch, template: TemplateId, edge: EdgeId) -> bool {
        scratch.cx.covered[self.sites.number(template, edge)]
    }

    /// Adds what was reached with one scratch to another.
    pub fn merge_reached(&self, into: &mut Scratch, from: &Scratch) {
        let pairs = into.cx.covered.iter_mut().zip(&from.cx.covered);
        pairs.for_each(|(into, from)| *into |= from);
    }

    /// The code, one instruction per line, for people.
    pub fn listing(&self) -> String {
        let lines = self.program.code.iter().enumerate();
        lines.map(|(i, instr)| format!("{i:6}  {instr:?}\n")).collect()
    }

    /// The steps of all processes.
    fn attempt(
        &self,
        state: &[u8],
        scratch: &mut Scratch,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        let Scratch { cx, chain } = scratch;
        let mut sink = Direct { out, chain, group: 0 };
        for (i, slot) in self.program.slots.iter().enumerate() {
            let number = slot.number.get(state);
            if number == 0 {
                break;
            }
            let location = &self.program.locations[(slot.locations + number) as usize];
            self.moves(&Mover { state, slot: i, fault: None }, location, cx, &mut sink)?;
        }
        Ok(())
    }
}

/// The longest message, list of patterns or list of arguments.
fn longest(system: &System) -> usize {
    let of_edge = |op: &Op| match op {
        Op::Send { args, .. } | Op::Run { args, .. } => args.len(),
        Op::Receive { fields, .. } => fields.len(),
        _ => 0,
    };
    let edges = system.templates.iter().flat_map(|t| &t.edges).map(|e| of_edge(&e.op));
    let chans = system.templates.iter().flat_map(|t| &t.chans).chain(&system.chans);
    edges.chain(chans.map(|c| c.fields.len())).max().unwrap_or(0)
}

impl TransitionSystem for Machine {
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch::new(self.sites.edges(), self.longest)
    }

    fn state_len(&self) -> usize {
        self.layout.state_len
    }

    fn initial(&self, _: &mut Scratch, out: &mut Successors) -> Result<(), Interrupt> {
        match &self.initial {
            Err(kind) => {
                out.fault_only(Step::faulty(GroupId::INITIAL, Sites::initial_fault(*kind)));
            }
            Ok(states) => {
                for state in states {
                    out.push(&self.encode(state)?, Step::INITIAL);
                }
            }
        }
        Ok(())
    }

    fn successors(
        &self,
        state: &[u8],
        scratch: &mut Scratch,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        debug_assert_eq!(state.len(), self.layout.state_len);
        scratch.cx.timeout = false;
        // The buffer may hold the successors of other states already.
        let before = (out.len(), out.dead_ends().len());
        self.attempt(state, scratch, out)?;
        if self.uses_timeout && before == (out.len(), out.dead_ends().len()) {
            scratch.cx.timeout = true;
            self.attempt(state, scratch, out)?;
        }
        Ok(())
    }

    fn is_valid_end(&self, state: &[u8]) -> bool {
        (0..self.program.slots.len())
            .map_while(|slot| self.location_of(state, slot as i32))
            .all(|(_, _, location)| location.end)
    }
}

impl Labelled for Machine {
    fn holds(&self, state: &[u8], ap: ApId, scratch: &mut Scratch) -> Result<bool, FaultId> {
        scratch.cx.timeout = false;
        match self.exec(state, self.program.propositions[ap.0 as usize], &mut scratch.cx) {
            Outcome::Value(value) => Ok(value != 0),
            Outcome::Fault(kind) => Err(Sites::proposition_fault(ap, kind)),
            other => unreachable!("a proposition ended with {other:?}"),
        }
    }
}
