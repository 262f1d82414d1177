//! Channels: questions, sends and receives.
//!
//! *Idea:* which channel is meant is nearly always known when the code is made; then its length and the
//! fields of its first message are ordinary fields of the state, and only taking a message out needs an
//! instruction of its own. A channel that is known only at run time is found in a table, and the slower
//! instructions that work on any channel do the rest.
//! *Guarantees:* as in the interpreter, nothing of a message is evaluated unless there is room for it
//! (send) or a message to compare with (receive), and fields are compared in order up to the first that
//! differs.

use super::Unit;
use super::emit::{Label, Val};
use crate::code::{Instr, Reg};
use burnside_ir::{Binary, ChanTest, ChannelRef, Expr, FaultKind, Id, Pattern, Repr};

/// A channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chan {
    /// Known now, by its place in the table.
    Known(u32),
    /// Known then: a register holds its place in the table.
    Found(Reg),
}

/// What the check whether an operation can be carried out found out for carrying it out.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    /// The channel.
    pub chan: Chan,
    /// The position of the message to take.
    pub position: Val,
}

impl Unit<'_, '_> {
    /// The channel that a folded expression always refers to.
    pub fn known_chan(&self, e: &Expr) -> Option<u32> {
        let Expr::Int(value) = e else { return None };
        match self.cx.system.channel_of(*value)? {
            ChannelRef::Global(c) => Some(c.0),
            ChannelRef::Own(pid, c) if Some(pid) == self.slot => {
                let template = self.template?;
                let first = self.cx.first_chan(pid, template);
                let count = self.cx.system.template(template).chans.len();
                (c.index() < count).then(|| first + c.0)
            }
            ChannelRef::Own(..) => None,
        }
    }

    /// The channel that a folded expression refers to; none is a fault.
    pub fn chan(&mut self, e: &Expr) -> Chan {
        if let Some(known) = self.known_chan(e) {
            return Chan::Known(known);
        }
        let mark = self.asm.mark();
        let value = self.value(e);
        let src = self.asm.in_reg(value);
        self.asm.release(mark);
        let dst = self.asm.reg();
        self.asm.emit(Instr::Resolve { dst, src });
        Chan::Found(dst)
    }

    /// A register that names the channel.
    fn chan_reg(&mut self, chan: Chan) -> Reg {
        match chan {
            Chan::Known(id) => self.asm.in_reg(Val::Const(id as i32)),
            Chan::Found(reg) => reg,
        }
    }

    /// The number of messages.
    pub fn length(&mut self, chan: &Expr) -> Val {
        match self.chan(chan) {
            Chan::Known(id) => {
                let (bit, cell) = self.cx.chans[id as usize].length;
                self.load_field(bit, cell)
            }
            Chan::Found(chan) => {
                let dst = self.asm.reg();
                self.asm.emit(Instr::Length { dst, chan });
                Val::Reg(dst)
            }
        }
    }

    /// Is the channel full, empty, …?
    pub fn test(&mut self, test: ChanTest, chan: &Expr) -> Val {
        let chan = self.chan(chan);
        let chan = self.chan_reg(chan);
        let dst = self.asm.reg();
        self.asm.emit(Instr::Test { test, dst, chan });
        Val::Reg(dst)
    }

    /// Goes to `fail` unless the channel has a message that fits.
    pub fn poll(&mut self, chan: &Expr, anywhere: bool, fields: &[Pattern], fail: Label) {
        let chan = self.chan(chan);
        self.must_be_buffered(chan, FaultKind::PollRendezvous);
        self.find(chan, anywhere, fields, fail);
    }

    /// A fault if the channel is a rendezvous channel.
    fn must_be_buffered(&mut self, chan: Chan, kind: FaultKind) {
        match chan {
            Chan::Known(_) => {
                if self.never_holds(chan) {
                    self.asm.emit(Instr::Fault { kind });
                }
            }
            Chan::Found(chan) => {
                let buffered = self.asm.label();
                self.asm.emit(Instr::IfBuffered { chan, to: buffered.0 });
                self.asm.emit(Instr::Fault { kind });
                self.asm.bind(buffered);
            }
        }
    }

    /// Is it surely a rendezvous channel?
    fn never_holds(&self, chan: Chan) -> bool {
        matches!(chan, Chan::Known(id) if self.cx.chans[id as usize].capacity == 0)
    }

    /// The position of the first message that fits; goes to `fail` if there is none.
    fn find(&mut self, chan: Chan, anywhere: bool, fields: &[Pattern], fail: Label) -> Val {
        if self.never_holds(chan) {
            self.asm.jump(fail);
            return Val::Const(0);
        }
        if !anywhere {
            match chan {
                Chan::Known(id) => {
                    let (bit, cell) = self.cx.chans[id as usize].length;
                    self.compare_field(Binary::Eq, bit, cell, 0, true, fail);
                }
                Chan::Found(chan) => {
                    let src = self.asm.reg();
                    self.asm.emit(Instr::Length { dst: src, chan });
                    self.asm.emit(Instr::IfNot { src, to: fail.0 });
                }
            }
            self.match_message(chan, Val::Const(0), fields, fail);
            return Val::Const(0);
        }
        let (chan_reg, position, length) = (self.chan_reg(chan), self.asm.reg(), self.asm.reg());
        self.asm.emit(Instr::Length { dst: length, chan: chan_reg });
        self.asm.emit(Instr::Const { dst: position, imm: 0 });
        let (again, next, found) = (self.asm.label(), self.asm.label(), self.asm.label());
        self.asm.bind(again);
        self.compare_values(Binary::Ge, position, Val::Reg(length), true, fail);
        self.match_message(chan, Val::Reg(position), fields, next);
        self.asm.jump(found);
        self.asm.bind(next);
        self.asm.emit(Instr::AddImm { dst: position, src: position, imm: 1 });
        self.asm.jump(again);
        self.asm.bind(found);
        Val::Reg(position)
    }

    /// Goes to `fail` unless the message fits the patterns.
    fn match_message(&mut self, chan: Chan, position: Val, fields: &[Pattern], fail: Label) {
        let mark = self.asm.mark();
        match chan {
            Chan::Known(id) => {
                if fields.len() > self.cx.chans[id as usize].fields.len() {
                    self.asm.emit(Instr::Fault { kind: FaultKind::FieldCount });
                    return;
                }
            }
            Chan::Found(chan) => {
                self.asm.emit(Instr::AtMost { chan, fields: fields.len() as u16 });
            }
        }
        for (i, pattern) in fields.iter().enumerate() {
            let Pattern::Match(e) = pattern else { continue };
            let mark = self.asm.mark();
            let wanted = self.value(e);
            match (chan, position, wanted) {
                (Chan::Known(id), Val::Const(_), Val::Const(bound)) => {
                    let layout = &self.cx.chans[id as usize];
                    let (bit, cell) = (layout.field_bit(0, i), layout.fields[i].2);
                    self.compare_field(Binary::Ne, bit, cell, bound, true, fail);
                }
                _ => {
                    let value = self.message_field(chan, position, i);
                    let value = self.asm.in_reg(value);
                    self.compare_values(Binary::Ne, value, wanted, true, fail);
                }
            }
            self.asm.release(mark);
        }
        self.asm.release(mark);
    }

    /// A field of a message in the channel.
    fn message_field(&mut self, chan: Chan, position: Val, field: usize) -> Val {
        if let (Chan::Known(id), Val::Const(_)) = (chan, position) {
            let layout = &self.cx.chans[id as usize];
            let (bit, cell) = (layout.field_bit(0, field), layout.fields[field].2);
            return self.load_field(bit, cell);
        }
        let mark = self.asm.mark();
        let (chan, position) = (self.chan_reg(chan), self.asm.in_reg(position));
        self.asm.release(mark);
        let dst = self.asm.reg();
        self.asm.emit(Instr::LoadMessage { dst, chan, position, field: field as u16 });
        Val::Reg(dst)
    }

    /// Goes to `fail` unless a message can be sent. A rendezvous ends the code: by an offer where that
    /// is possible, by a fault in the middle of a step.
    pub fn send_ready(&mut self, chan: &Expr, in_step: bool, fail: Label) -> Ready {
        let chan = self.chan(chan);
        let rendezvous = |unit: &mut Self, chan: Reg| {
            unit.asm.emit(match in_step {
                true => Instr::Fault { kind: FaultKind::RendezvousInStep },
                false => Instr::Offer { chan },
            });
        };
        match chan {
            Chan::Known(id) => {
                let layout = &self.cx.chans[id as usize];
                let ((bit, cell), capacity) = (layout.length, layout.capacity);
                if capacity == 0 {
                    let reg = self.chan_reg(chan);
                    rendezvous(self, reg);
                } else {
                    self.compare_field(Binary::Ge, bit, cell, capacity as i32, true, fail);
                }
            }
            Chan::Found(reg) => {
                let buffered = self.asm.label();
                self.asm.emit(Instr::IfBuffered { chan: reg, to: buffered.0 });
                rendezvous(self, reg);
                self.asm.bind(buffered);
                self.asm.emit(Instr::IfFull { chan: reg, to: fail.0 });
            }
        }
        Ready { chan, position: Val::Const(0) }
    }

    /// Sends into a channel that has room.
    pub fn send(&mut self, chan: Chan, args: &[Expr], sorted: bool) {
        if self.never_holds(chan) {
            return; // never reached: it is only offered, see `message`
        }
        let Chan::Known(id) = chan else {
            return self.send_anywhere(chan, args, sorted);
        };
        if sorted {
            return self.send_anywhere(chan, args, sorted);
        }
        let layout = self.cx.chans[id as usize].clone();
        if layout.fields.len() != args.len() {
            return self.asm.emit(Instr::Fault { kind: FaultKind::FieldCount });
        }
        let (bit, cell) = layout.length;
        let end = match layout.capacity {
            1 => Val::Const(0), // there is room, so it is empty
            _ => self.load_field(bit, cell),
        };
        for (arg, (ty, offset, cell)) in args.iter().zip(&layout.fields) {
            let mark = self.asm.mark();
            let value = self.value(arg);
            let value = self.conform(*ty, value, false);
            let base = layout.first + offset;
            match end {
                _ if cell.width == 0 => {}
                Val::Const(_) => self.store_field(base, *cell, value),
                Val::Reg(index) => {
                    let src = self.packed(*cell, value);
                    let (width, base, stride) = (cell.width, base as u32, layout.stride as u32);
                    self.asm.emit(Instr::StoreAt { src, index, width, base, stride });
                }
            }
            self.asm.release(mark);
        }
        let at = self.window(bit, cell.width);
        self.asm.emit(Instr::AddTo { at, imm: 1 });
    }

    fn send_anywhere(&mut self, chan: Chan, args: &[Expr], sorted: bool) {
        let chan = self.message(chan, args);
        self.asm.emit(Instr::Enqueue { chan, sorted });
    }

    /// Computes a message; returns the register that names the channel.
    pub fn message(&mut self, chan: Chan, args: &[Expr]) -> Reg {
        let chan = self.chan_reg(chan);
        self.asm.emit(Instr::Begin { chan, fields: args.len() as u16 });
        for (i, arg) in args.iter().enumerate() {
            let mark = self.asm.mark();
            let value = self.value(arg);
            let src = self.asm.in_reg(value);
            self.asm.emit(Instr::Pack { chan, src, field: i as u16 });
            self.asm.release(mark);
        }
        chan
    }

    /// Goes to `fail` unless a message can be received from the channel's buffer.
    pub fn receive_ready(
        &mut self,
        chan: &Expr,
        fields: &[Pattern],
        anywhere: bool,
        keep: bool,
        fail: Label,
    ) -> Ready {
        let chan = self.chan(chan);
        if keep {
            self.must_be_buffered(chan, FaultKind::PollRendezvous);
        }
        let position = self.find(chan, anywhere, fields, fail);
        Ready { chan, position }
    }

    /// Receives the message that was found.
    pub fn receive(&mut self, ready: Ready, fields: &[Pattern], keep: bool) {
        if self.never_holds(ready.chan) {
            return; // never reached
        }
        let arity = match ready.chan {
            Chan::Known(id) => self.cx.chans[id as usize].fields.len(),
            Chan::Found(_) => fields.len(), // more would have been a fault
        };
        let mut values = Vec::new();
        for (i, pattern) in fields.iter().take(arity).enumerate() {
            if let Pattern::Bind(place) = pattern {
                let is_chan = match ready.chan {
                    Chan::Known(id) => self.cx.chans[id as usize].fields[i].0.repr == Repr::Chan,
                    Chan::Found(_) => false,
                };
                values.push((place, self.message_field(ready.chan, ready.position, i), is_chan));
            }
        }
        if !keep {
            match (ready.chan, ready.position) {
                (Chan::Known(chan), Val::Const(_)) => self.asm.emit(Instr::Shift { chan }),
                (chan, position) => {
                    let (chan, position) = (self.chan_reg(chan), self.asm.in_reg(position));
                    self.asm.emit(Instr::Dequeue { chan, position });
                }
            }
        }
        for (place, value, is_chan) in values {
            self.store(place, value, is_chan);
        }
    }

    /// Goes to `fail` unless this receive takes the message that is being offered.
    pub fn take_over_ready(&mut self, chan: &Expr, fields: &[Pattern], fail: Label) {
        let chan = self.chan(chan);
        let chan = self.chan_reg(chan);
        self.asm.emit(Instr::IfOther { chan, to: fail.0 });
        self.asm.emit(Instr::OfferAtMost { fields: fields.len() as u16 });
        for (i, pattern) in fields.iter().enumerate() {
            let Pattern::Match(e) = pattern else { continue };
            let mark = self.asm.mark();
            let wanted = self.value(e);
            let value = self.asm.reg();
            self.asm.emit(Instr::Offered { dst: value, field: i as u16 });
            self.compare_values(Binary::Ne, value, wanted, true, fail);
            self.asm.release(mark);
        }
    }

    /// Assigns the fields of the message offered.
    pub fn take_over(&mut self, fields: &[Pattern]) {
        for (i, pattern) in fields.iter().enumerate() {
            let Pattern::Bind(place) = pattern else { continue };
            let mark = self.asm.mark();
            let dst = self.asm.reg();
            self.asm.emit(Instr::Offered { dst, field: i as u16 });
            self.store(place, Val::Reg(dst), false);
            self.asm.release(mark);
        }
    }
}
