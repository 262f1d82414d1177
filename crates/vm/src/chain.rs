//! Atomic chains: a process that holds control moves on until it lets go or blocks.
//!
//! *Idea:* depth first over the states on the way, none of which is a state of the system, with an
//! explicit stack. Each is expanded once, so that a loop inside an atomic sequence comes to an end; if
//! there is no way out of it at all, that is a run-time error.
//! *Source:* `Interpreter::complete`, whose order it keeps. *Where we differ:* states seen are searched
//! linearly while they are few and by hash beyond; all buffers are kept for the next chain.
//! *Cost:* two copies per state on the way.

use crate::explain::Sites;
use crate::machine::Machine;
use crate::moves::{Arrival, Mover, Sink};
use crate::scratch::{Cx, Offer};
use burnside_core::{FaultId, GroupId, Interrupt, Step, Successors};
use burnside_ir::FaultKind;

/// A state on the way, or the end of one.
struct Pending {
    state: Vec<u8>,
    slot: usize,
    hold: bool,
    /// A run-time error ended it.
    broken: bool,
    fault: Option<FaultId>,
}

/// The buffers of chains.
pub struct Chain {
    stack: Vec<Pending>,
    /// Buffers not in use.
    spare: Vec<Vec<u8>>,
    seen: Seen,
    /// What a rendezvous at the beginning of a chain needs again after it.
    offer: Offer,
    sent: Vec<u8>,
}

impl Chain {
    pub fn new(message: usize) -> Chain {
        Chain {
            stack: Vec::new(),
            spare: Vec::new(),
            seen: Seen::default(),
            offer: Offer { values: vec![0; message], ..Offer::default() },
            sent: Vec::new(),
        }
    }

    fn push(&mut self, state: &[u8], arrival: Arrival) {
        let mut buffer = self.spare.pop().unwrap_or_default();
        buffer.clear();
        buffer.extend_from_slice(state);
        let Arrival { slot, hold, fault } = arrival;
        self.stack.push(Pending { state: buffer, slot, hold, broken: false, fault });
    }
}

/// Puts outcomes straight into the engine's buffer; follows those that hold control.
pub struct Direct<'a> {
    /// The engine's buffer.
    pub out: &'a mut Successors,
    /// Buffers for chains.
    pub chain: &'a mut Chain,
    /// The group at hand.
    pub group: u32,
}

impl Sink for Direct<'_> {
    #[inline(always)]
    fn group(&mut self, group: u32) {
        self.group = group;
    }

    #[inline(always)]
    fn open(&mut self, base: &[u8]) -> &mut [u8] {
        self.out.begin(base)
    }

    #[inline(always)]
    fn close(&mut self, m: &Machine, cx: &mut Cx, arrival: Arrival) -> Result<(), Interrupt> {
        if arrival.hold {
            self.chain.push(self.out.open(), arrival);
            self.out.abandon();
            return m.complete(GroupId(self.group), self.chain, cx, self.out);
        }
        self.out.commit(Step { group: GroupId(self.group), fault: arrival.fault });
        Ok(())
    }

    fn break_off(&mut self, fault: FaultId) {
        self.out.abandon();
        self.fail(fault);
    }

    fn fail(&mut self, fault: FaultId) {
        self.out.fault_only(Step::faulty(GroupId(self.group), fault));
    }
}

impl Sink for Chain {
    fn group(&mut self, _: u32) {}

    fn open(&mut self, base: &[u8]) -> &mut [u8] {
        self.push(base, Arrival { slot: 0, hold: false, fault: None });
        let last = self.stack.len() - 1;
        &mut self.stack[last].state
    }

    fn close(&mut self, _: &Machine, _: &mut Cx, arrival: Arrival) -> Result<(), Interrupt> {
        let last = self.stack.last_mut().expect("a state was opened");
        (last.slot, last.hold, last.fault) = (arrival.slot, arrival.hold, arrival.fault);
        Ok(())
    }

    fn break_off(&mut self, fault: FaultId) {
        let last = self.stack.last_mut().expect("a state was opened");
        (last.broken, last.fault) = (true, Some(fault));
    }

    fn fail(&mut self, fault: FaultId) {
        self.open(&[]);
        self.break_off(fault);
    }
}

impl Machine {
    /// Follows the chain whose beginning is on the stack, on behalf of the group that began it.
    #[inline(never)]
    fn complete(
        &self,
        group: GroupId,
        chain: &mut Chain,
        cx: &mut Cx,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        // A rendezvous may have begun this chain and still have other receivers.
        std::mem::swap(&mut cx.offer, &mut chain.offer);
        std::mem::swap(&mut cx.sent, &mut chain.sent);
        let timeout = std::mem::replace(&mut cx.timeout, false);

        let before = (out.len(), out.dead_ends().len());
        chain.seen.clear();
        let result = self.unwind(group, chain, cx, out);
        chain.spare.extend(chain.stack.drain(..).map(|pending| pending.state));
        if (out.len(), out.dead_ends().len()) == before {
            let site = self.program.groups[group.0 as usize].site;
            out.fault_only(Step::faulty(group, Sites::fault(site, FaultKind::Endless)));
        }

        cx.timeout = timeout;
        std::mem::swap(&mut cx.sent, &mut chain.sent);
        std::mem::swap(&mut cx.offer, &mut chain.offer);
        result
    }

    fn unwind(
        &self,
        group: GroupId,
        chain: &mut Chain,
        cx: &mut Cx,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        while let Some(pending) = chain.stack.pop() {
            if !pending.hold || pending.broken {
                emit(group, pending, chain, out);
                continue;
            }
            if !chain.seen.insert(pending.slot, pending.fault, &pending.state) {
                chain.spare.push(pending.state);
                continue;
            }
            let base = chain.stack.len();
            let location = self.location_of(&pending.state, pending.slot as i32);
            let (slot, _, location) = location.expect("a process that holds control runs");
            let mover = Mover { state: &pending.state, slot, fault: pending.fault };
            self.moves(&mover, location, cx, chain)?;
            if chain.stack.len() == base {
                emit(group, pending, chain, out);
            } else {
                chain.stack[base..].reverse();
                chain.spare.push(pending.state);
            }
        }
        Ok(())
    }
}

/// Hands the end of a chain to the engine.
fn emit(group: GroupId, pending: Pending, chain: &mut Chain, out: &mut Successors) {
    let step = Step { group, fault: pending.fault };
    match pending.broken {
        true => out.fault_only(step),
        false => out.push(&pending.state, step),
    }
    chain.spare.push(pending.state);
}

/// The states passed in one chain, with the process that holds control and the failure on the way (a way
/// past a failed assertion is another way, even to the same state).
#[derive(Default)]
struct Seen {
    /// The records: slot and failure, then state.
    records: Vec<u8>,
    /// Bytes per record.
    len: usize,
    /// Open addressing: record numbers plus one; in use beyond a few records.
    table: Vec<u32>,
    count: usize,
}

/// Bytes of a record before the state.
const HEAD: usize = 5;

/// How many records are searched linearly.
const FEW: usize = 16;

impl Seen {
    fn clear(&mut self) {
        self.records.clear();
        self.table.clear();
        self.count = 0;
    }

    /// Adds a record; was it new?
    fn insert(&mut self, slot: usize, fault: Option<FaultId>, state: &[u8]) -> bool {
        let [a, b, c, d] = fault.map_or(u32::MAX, FaultId::code).to_le_bytes();
        let head = [slot as u8, a, b, c, d];
        self.len = state.len() + HEAD;
        let is_equal = |record: &[u8]| record[..HEAD] == head && record[HEAD..] == *state;
        if self.count < FEW {
            if self.records.chunks_exact(self.len).any(is_equal) {
                return false;
            }
        } else {
            if self.table.len() < 2 * self.count + 2 {
                self.rehash();
            }
            let mut place = self.place(hash(&head, state));
            while let Some(number) = self.table[place].checked_sub(1) {
                if is_equal(self.record(number as usize)) {
                    return false;
                }
                place = (place + 1) % self.table.len();
            }
            self.table[place] = self.count as u32 + 1;
        }
        self.records.extend_from_slice(&head);
        self.records.extend_from_slice(state);
        self.count += 1;
        true
    }

    fn record(&self, number: usize) -> &[u8] {
        &self.records[number * self.len..][..self.len]
    }

    fn place(&self, hash: u64) -> usize {
        (hash % self.table.len() as u64) as usize
    }

    /// Makes a table of twice the size it needs.
    fn rehash(&mut self) {
        self.table.clear();
        self.table.resize((4 * self.count).next_power_of_two(), 0);
        for number in 0..self.count {
            let record = self.record(number);
            let mut place = self.place(hash(&record[..HEAD], &record[HEAD..]));
            while self.table[place] != 0 {
                place = (place + 1) % self.table.len();
            }
            self.table[place] = number as u32 + 1;
        }
    }
}

/// Multiply and rotate over four bytes at a time; a state has a multiple of four.
fn hash(head: &[u8], state: &[u8]) -> u64 {
    let mut hash = head.iter().fold(1, |h: u64, b| h << 8 ^ u64::from(*b));
    for chunk in state.chunks_exact(4) {
        let word = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        hash = (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_when_few_and_when_many() {
        let mut seen = Seen::default();
        for round in 0..2 {
            for i in 0..200u32 {
                let state = [i.to_le_bytes(), [7; 4]].concat();
                assert_eq!(seen.insert(3, None, &state), round == 0, "{i}");
            }
        }
        let state = [0, 0, 0, 0, 7, 7, 7, 7];
        assert!(seen.insert(4, None, &state));
        assert!(seen.insert(3, Some(FaultId::new(0)), &state));
        seen.clear();
        assert!(seen.insert(3, None, &[0, 0, 0, 0, 7, 7, 7, 7]));
    }
}
