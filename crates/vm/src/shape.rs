//! The shape: which templates may run in which process slot.
//!
//! *Idea:* process ids are dense (a new process gets the number of running ones), so the process with
//! id `i` always lives in slot `i`. Which templates ever run there is a hypothesis: it begins with the
//! initial processes and what a few short runs of the interpreter create, and whenever the machine
//! meets a pair it did not expect, it stops with an [`Interrupt`] that names it. The caller widens the
//! shape by that pair and starts again.
//! *Where we differ* from a user-given bound on processes: nothing has to be declared and nothing is
//! over-allocated; the price is a restart for each pair that the probe did not find.
//! *Guarantees:* the same system gives the same shape. *Cost:* at most a few hundred interpreted states.

use burnside_core::Interrupt;
use burnside_ir::{Interpreter, MAX_PROCESSES, Op, State, System, TemplateId};

/// Which templates may run in each slot, and how wide channel references are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// For each slot its templates, in ascending order.
    slots: Vec<Vec<TemplateId>>,
    /// Channel variables hold any 16-bit value instead of just the references that exist.
    wide_chans: bool,
}

/// The interrupt that asks for [`Shape::wide_chans`].
const WIDE: Interrupt = Interrupt(u32::MAX);

/// How much the probe may do: processes in the states it expands plus steps that it finds.
const PROBE_WORK: usize = 1500;
/// How many runs share that work.
const PROBE_RUNS: usize = 4;

impl Shape {
    /// The processes that run at the start, and no others.
    pub fn initial(system: &System) -> Shape {
        let slots = system.initial.iter().map(|start| vec![start.template]).collect();
        Shape { slots, wide_chans: false }
    }

    /// The initial processes and those that a few runs of the interpreter create.
    pub fn probe(system: &System) -> Shape {
        let mut shape = Shape::initial(system);
        let runs =
            |t: &burnside_ir::Template| t.edges.iter().any(|e| matches!(e.op, Op::Run { .. }));
        if !system.templates.iter().any(runs) {
            return shape;
        }
        let interpreter = Interpreter::new(system);
        let Some(start) = interpreter.initial().ok().and_then(|all| all.into_iter().next()) else {
            return shape;
        };
        for run in 0..PROBE_RUNS {
            shape.follow(&interpreter, start.clone(), run);
        }
        shape
    }

    /// One run: every other one prefers steps that create processes.
    fn follow(&mut self, interpreter: &Interpreter<'_>, mut state: State, run: usize) {
        let mut random = 0x2545_f491_4f6c_dd1d_u64 ^ ((run as u64 + 1) << 32);
        let mut work = 0;
        while work < PROBE_WORK / PROBE_RUNS {
            let steps = interpreter.steps(&state);
            work += 1 + state.procs.len() + steps.len();
            let mut targets: Vec<State> = steps.into_iter().filter_map(|s| s.next).collect();
            targets.iter().for_each(|target| self.include(target));
            if run.is_multiple_of(2) && targets.iter().any(|t| t.procs.len() > state.procs.len()) {
                targets.retain(|t| t.procs.len() > state.procs.len());
            }
            if targets.is_empty() {
                return;
            }
            // xorshift64
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let choice = (random % targets.len() as u64) as usize;
            state = targets.swap_remove(choice);
        }
    }

    /// Adds what a state needs.
    pub fn include(&mut self, state: &State) {
        for (slot, process) in state.procs.iter().enumerate() {
            self.add(slot, process.template);
        }
    }

    /// Adds one pair, and empty slots before it if there are none.
    fn add(&mut self, slot: usize, template: TemplateId) {
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, Vec::new());
        }
        if let Err(place) = self.slots[slot].binary_search(&template) {
            self.slots[slot].insert(place, template);
        }
    }

    /// Adds exactly what the machine missed when it raised this interrupt.
    pub fn widen(&mut self, missing: Interrupt) {
        if missing == WIDE {
            self.wide_chans = true;
            return;
        }
        let slot = missing.0 as usize % MAX_PROCESSES;
        self.add(slot, TemplateId(missing.0 / MAX_PROCESSES as u32));
    }

    /// The interrupt that asks for a pair.
    pub(crate) fn missing(slot: usize, template: TemplateId) -> Interrupt {
        Interrupt(template.0 * MAX_PROCESSES as u32 + slot as u32)
    }

    /// The interrupt that asks for wide channel references.
    pub(crate) fn missing_wide_chans() -> Interrupt {
        WIDE
    }

    /// The templates of each slot.
    pub fn slots(&self) -> &[Vec<TemplateId>] {
        &self.slots
    }

    /// May the template run in this slot?
    pub fn admits(&self, slot: usize, template: TemplateId) -> bool {
        self.slots.get(slot).is_some_and(|list| list.contains(&template))
    }

    /// Do channel variables hold any 16-bit value?
    pub fn wide_chans(&self) -> bool {
        self.wide_chans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_names_what_is_missing() {
        let mut shape = Shape::initial(&System::default());
        shape.widen(Shape::missing(3, TemplateId(7)));
        shape.widen(Shape::missing(3, TemplateId(2)));
        shape.widen(Shape::missing(3, TemplateId(7)));
        assert_eq!(shape.slots().len(), 4);
        assert_eq!(shape.slots()[3], [TemplateId(2), TemplateId(7)]);
        assert!(shape.admits(3, TemplateId(2)) && !shape.admits(2, TemplateId(2)));
        shape.widen(Shape::missing_wide_chans());
        assert!(shape.wide_chans());
    }
}
