//! The moves of one process in one state.
//!
//! *Idea:* the groups of its location are tried in order; a guard is evaluated where the state lies, and
//! only an edge that is enabled costs a copy. Outcomes go into a [`Sink`]: straight into the engine's
//! buffer, or onto the stack of an atomic chain. *Guarantees:* the same outcomes in the same order as
//! `Interpreter::moves`. *Cost:* one pass over the groups of the location, one copy per outcome; a
//! rendezvous looks at every process.

use crate::code::{ALWAYS, Addr, Group, Instr, Location, Receive};
use crate::exec::{Outcome, enabled, holds};
use crate::explain::Sites;
use crate::machine::Machine;
use crate::scratch::Cx;
use burnside_core::{FaultId, Interrupt};
use burnside_ir::Scheduling;

/// Where a move leads: which process goes on from there, and how.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The process that moved last.
    pub slot: usize,
    /// Does it hold control?
    pub hold: bool,
    /// The first failure on the way.
    pub fault: Option<FaultId>,
}

/// Takes the outcomes of moves.
pub trait Sink {
    /// Says which group the next outcomes belong to.
    fn group(&mut self, group: u32);
    /// Opens a copy of a state.
    fn open(&mut self, base: &[u8]) -> &mut [u8];
    /// The open state is reached.
    fn close(&mut self, m: &Machine, cx: &mut Cx, arrival: Arrival) -> Result<(), Interrupt>;
    /// The open state is not reached, because of a run-time error.
    fn break_off(&mut self, fault: FaultId);
    /// A run-time error before any state was opened.
    fn fail(&mut self, fault: FaultId);
}

/// A process about to move.
pub struct Mover<'s> {
    /// The state.
    pub state: &'s [u8],
    /// The slot of the process.
    pub slot: usize,
    /// The failure that happened earlier in the same step.
    pub fault: Option<FaultId>,
}

impl Machine {
    /// Evaluates a guard.
    #[inline(always)]
    pub(crate) fn guard(&self, state: &[u8], guard: Addr, cx: &mut Cx) -> Outcome {
        if guard == ALWAYS {
            return Outcome::Enabled;
        }
        // The most frequent guard is a single test; it is not worth a call.
        if let Instr::Require { op, at, imm } = self.program.code[guard as usize] {
            return enabled(holds(op, at.get(state) as i32, imm));
        }
        self.exec(state, guard, cx)
    }

    /// All moves of a process that is at `location`.
    pub(crate) fn moves<S: Sink>(
        &self,
        mover: &Mover<'_>,
        location: &Location,
        cx: &mut Cx,
        sink: &mut S,
    ) -> Result<(), Interrupt> {
        if self.restricted && !self.may_move(mover, location, cx) {
            return Ok(());
        }
        let (first, last) = location.groups;
        let mut taken = false; // some edge so far was enabled
        let mut rank = u8::MAX; // the rank that takes precedence
        for (i, group) in (first..).zip(&self.program.groups[first as usize..last as usize]) {
            if group.rank > rank {
                break;
            }
            if group.is_else && taken {
                continue;
            }
            match self.guard(mover.state, group.guard, cx) {
                Outcome::Disabled => continue,
                Outcome::Enabled => {
                    sink.group(i);
                    self.perform(mover, group, cx, sink)?;
                    taken = true;
                }
                outcome => {
                    sink.group(i);
                    if !self.try_special(mover, group, outcome, cx, sink)? {
                        continue;
                    }
                    taken = true;
                }
            }
            rank = group.rank;
        }
        Ok(())
    }

    /// Executes an enabled edge.
    #[inline(always)]
    fn perform<S: Sink>(
        &self,
        mover: &Mover<'_>,
        group: &Group,
        cx: &mut Cx,
        sink: &mut S,
    ) -> Result<(), Interrupt> {
        cx.begin(group.site, mover.fault);
        let target = sink.open(mover.state);
        match self.exec(target, group.effect, cx) {
            Outcome::Done(hold) => {
                cx.cover(group.site);
                sink.close(self, cx, Arrival { slot: mover.slot, hold, fault: cx.fault })
            }
            Outcome::Interrupt(interrupt) => Err(interrupt),
            outcome => {
                sink.break_off(failure(cx, outcome));
                Ok(())
            }
        }
    }

    /// What is left after a guard neither holds for a local step nor fails to hold. Did it lead anywhere?
    #[cold]
    fn try_special<S: Sink>(
        &self,
        mover: &Mover<'_>,
        group: &Group,
        outcome: Outcome,
        cx: &mut Cx,
        sink: &mut S,
    ) -> Result<bool, Interrupt> {
        match outcome {
            Outcome::Offer => self.offer(mover, group, cx, sink),
            Outcome::Interrupt(interrupt) => Err(interrupt),
            outcome => {
                cx.begin(group.site, mover.fault);
                sink.fail(failure(cx, outcome));
                Ok(true)
            }
        }
    }

    /// A send in a rendezvous: one outcome for each receive that takes the message.
    fn offer<S: Sink>(
        &self,
        mover: &Mover<'_>,
        group: &Group,
        cx: &mut Cx,
        sink: &mut S,
    ) -> Result<bool, Interrupt> {
        let handshake = self.program.handshakes[group.handshake as usize];
        cx.begin(group.site, mover.fault);
        match self.exec(mover.state, handshake.message, cx) {
            Outcome::Done(_) => {
                std::mem::swap(&mut cx.message, &mut cx.offer.values);
                cx.offer.fields = cx.fields;
            }
            Outcome::Interrupt(interrupt) => return Err(interrupt),
            outcome => {
                sink.fail(failure(cx, outcome));
                return Ok(true);
            }
        }
        let mut sent = std::mem::take(&mut cx.sent);
        sent.clear();
        sent.extend_from_slice(mover.state);
        self.exec(&mut sent[..], handshake.arrive, cx);
        let met = self.receivers(mover, &sent, cx, sink);
        cx.sent = sent;
        let met = met?;
        if met {
            cx.cover(group.site);
        }
        Ok(met)
    }

    /// Offers the message to every other process; did any take it (or fail)?
    fn receivers<S: Sink>(
        &self,
        mover: &Mover<'_>,
        sent: &[u8],
        cx: &mut Cx,
        sink: &mut S,
    ) -> Result<bool, Interrupt> {
        let mut met = false;
        for slot in 0..self.program.slots.len() {
            let Some((_, _, location)) = self.location_of(sent, slot as i32) else { break };
            if slot == mover.slot || !self.is_provided(sent, location, cx) {
                continue;
            }
            if self.by_priority() && self.is_outranked(mover.slot, slot, sent, cx) {
                continue;
            }
            let mut rank = u8::MAX;
            for receive in self.receives(location) {
                if receive.rank > rank {
                    break;
                }
                if receive.only != cx.offer.chan && receive.only != u32::MAX {
                    continue;
                }
                cx.begin(receive.site, mover.fault);
                match self.exec(sent, receive.guard, cx) {
                    Outcome::Disabled => continue,
                    Outcome::Enabled => {
                        let target = sink.open(sent);
                        match self.exec(target, receive.effect, cx) {
                            Outcome::Done(hold) => {
                                cx.cover(receive.site);
                                sink.close(self, cx, Arrival { slot, hold, fault: cx.fault })?;
                            }
                            Outcome::Interrupt(interrupt) => return Err(interrupt),
                            outcome => sink.break_off(failure(cx, outcome)),
                        }
                    }
                    Outcome::Interrupt(interrupt) => return Err(interrupt),
                    outcome => sink.fail(failure(cx, outcome)),
                }
                met = true;
                rank = receive.rank;
            }
        }
        Ok(met)
    }

    fn receives(&self, location: &Location) -> &[Receive] {
        &self.program.receives[location.receives.0 as usize..location.receives.1 as usize]
    }

    /// Could some process of a higher priority than that in `slot` take the message?
    fn is_outranked(&self, sender: usize, slot: usize, sent: &[u8], cx: &mut Cx) -> bool {
        let mine = self.priority(sent, slot);
        (0..self.program.slots.len()).any(|other| {
            let Some((_, _, location)) = self.location_of(sent, other as i32) else { return false };
            other != sender
                && self.priority(sent, other) > mine
                && self.is_provided(sent, location, cx)
                && self
                    .receives(location)
                    .iter()
                    .any(|receive| self.exec(sent, receive.guard, cx) != Outcome::Disabled)
        })
    }

    pub(crate) fn by_priority(&self) -> bool {
        self.system.scheduling == Scheduling::Priority
    }

    /// May the process move at all, as far as `provided` and priorities go?
    #[cold]
    fn may_move(&self, mover: &Mover<'_>, location: &Location, cx: &mut Cx) -> bool {
        if !self.is_provided(mover.state, location, cx) {
            return false;
        }
        let mine = self.priority(mover.state, mover.slot);
        !self.by_priority()
            || !(0..self.program.slots.len())
                .map_while(|slot| self.location_of(mover.state, slot as i32))
                .any(|(slot, _, location)| {
                    self.priority(mover.state, slot) > mine
                        && self.is_provided(mover.state, location, cx)
                        && self.is_enabled(mover.state, location, cx)
                })
    }

    fn is_provided(&self, state: &[u8], location: &Location, cx: &mut Cx) -> bool {
        location.provided == 0 || self.exec(state, location.provided, cx) == Outcome::Enabled
    }
}

/// The fault that a step is reported with: the first one.
fn failure(cx: &Cx, outcome: Outcome) -> FaultId {
    let Outcome::Fault(kind) = outcome else { unreachable!("{outcome:?} is no failure") };
    cx.fault.unwrap_or(Sites::fault(cx.site, kind))
}
