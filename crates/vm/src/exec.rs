//! The interpreter loop of the bytecode.
//!
//! *Idea:* one `match` in one loop, over an array of 256 registers that an 8-bit operand cannot leave.
//! Guards run on the source state where it lies, effects on the copy that becomes the successor; the loop
//! is compiled once for each ([`Memory`]).
//! *Requires:* code made by `compile` for this layout. *Guarantees:* nothing is allocated.

use crate::bits;
use crate::code::{Addr, Instr};
use crate::explain::Sites;
use crate::machine::Machine;
use crate::scratch::Cx;
use crate::shape::Shape;
use burnside_core::Interrupt;
use burnside_ir::{Binary, FaultKind, TemplateId};

/// How many edges an indivisible step may execute before it counts as endless, as in the interpreter.
pub const FUEL: u32 = 1_000_000;

/// How a piece of code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The guard fails.
    Disabled,
    /// The guard holds.
    Enabled,
    /// The guard holds for a rendezvous; the context says on which channel.
    Offer,
    /// The effect is complete; does the process hold control?
    Done(bool),
    /// The value of an expression.
    Value(i32),
    /// A run-time error; the context's site says where, if it was an effect.
    Fault(FaultKind),
    /// The shape is too small.
    Interrupt(Interrupt),
}

/// The state that code runs on.
pub trait Memory {
    /// Its bytes.
    fn read(&self) -> &[u8];
    /// Its bytes, to be changed.
    fn write(&mut self) -> &mut [u8];
}

impl Memory for &[u8] {
    #[inline(always)]
    fn read(&self) -> &[u8] {
        self
    }
    fn write(&mut self) -> &mut [u8] {
        unreachable!("guards and messages do not change the state")
    }
}

impl Memory for &mut [u8] {
    #[inline(always)]
    fn read(&self) -> &[u8] {
        self
    }
    #[inline(always)]
    fn write(&mut self) -> &mut [u8] {
        self
    }
}

impl Machine {
    /// Runs code on a state until it ends.
    pub(crate) fn exec<M: Memory>(&self, mut mem: M, start: Addr, cx: &mut Cx) -> Outcome {
        let code = &self.program.code[..];
        let mut pc = start as usize;
        macro_rules! reg {
            ($r:expr) => {
                cx.regs[$r as usize]
            };
        }
        macro_rules! fault {
            ($kind:ident) => {
                return Outcome::Fault(FaultKind::$kind)
            };
        }
        macro_rules! jump_if {
            ($condition:expr, $to:expr) => {
                if $condition {
                    pc = $to as usize;
                }
            };
        }
        loop {
            let instr = code[pc];
            pc += 1;
            match instr {
                Instr::Const { dst, imm } => reg!(dst) = imm,
                Instr::Copy { dst, src } => reg!(dst) = reg!(src),
                Instr::Load { dst, at } => reg!(dst) = at.get(mem.read()) as i32,
                Instr::LoadSigned { dst, at } => reg!(dst) = at.get_signed(mem.read()),
                Instr::LoadCell { dst, index, width, signed, base, len } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    let raw = bits::get(mem.read(), cell_bit(base, i, width), width);
                    reg!(dst) = if signed { bits::extend(raw, width) } else { raw as i32 };
                }
                Instr::LoadFixed { dst, index, table, len } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    reg!(dst) = self.program.fixed[(table + i) as usize];
                }
                Instr::AddImm { dst, src, imm } => reg!(dst) = reg!(src).wrapping_add(imm),
                Instr::Unary { op, dst, src } => reg!(dst) = op.apply(reg!(src)),
                Instr::Binary { op, dst, a, b } => match op.apply(reg!(a), reg!(b)) {
                    Some(value) => reg!(dst) = value,
                    None => fault!(DivisionByZero),
                },
                Instr::BinaryImm { op, dst, a, imm } => match op.apply(reg!(a), imm) {
                    Some(value) => reg!(dst) = value,
                    None => fault!(DivisionByZero),
                },
                Instr::Scale { dst, acc, index, len } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    reg!(dst) = (reg!(acc) as u32).wrapping_mul(len).wrapping_add(i) as i32;
                }
                Instr::Check { src, lo, hi } => {
                    if !(lo..=hi).contains(&reg!(src)) {
                        fault!(Range);
                    }
                }
                Instr::CheckChan { src } => {
                    if reg!(src) & 0xffff > self.layout.max_chan {
                        return Outcome::Interrupt(Shape::missing_wide_chans());
                    }
                }

                Instr::Store { src, at } => at.set(mem.write(), reg!(src) as u32),
                Instr::StoreConst { at, imm } => at.set(mem.write(), imm),
                Instr::AddTo { at, imm } => {
                    let sum = at.get(mem.read()).wrapping_add(imm);
                    at.set(mem.write(), sum);
                }
                Instr::StoreCell { src, index, width, base, len } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    bits::set(mem.write(), cell_bit(base, i, width), width, reg!(src) as u32);
                }
                Instr::StoreAt { src, index, width, base, stride } => {
                    let bit = base as usize + reg!(index) as usize * stride as usize;
                    bits::set(mem.write(), bit, width, reg!(src) as u32);
                }
                Instr::Fill { src, width, base, len } => {
                    for i in 0..len {
                        bits::set(mem.write(), cell_bit(base, i, width), width, reg!(src) as u32);
                    }
                }
                Instr::Clear { byte, len } => {
                    mem.write()[byte as usize..(byte + len) as usize].fill(0);
                }

                Instr::Jump { to } => pc = to as usize,
                Instr::If { src, to } => jump_if!(reg!(src) != 0, to),
                Instr::IfNot { src, to } => jump_if!(reg!(src) == 0, to),
                Instr::IfCompare { op, a, b, to } => jump_if!(holds(op, reg!(a), reg!(b)), to),
                Instr::IfCompareImm { op, a, imm, to } => jump_if!(holds(op, reg!(a), imm), to),
                Instr::IfField { at, imm, to } => jump_if!(at.get(mem.read()) == imm, to),
                Instr::IfFieldNot { at, imm, to } => jump_if!(at.get(mem.read()) != imm, to),
                Instr::IfFieldCompare { op, at, imm, to } => {
                    jump_if!(holds(op, at.get(mem.read()) as i32, imm), to);
                }
                Instr::IfCell { index, width, imm, base, len, to } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    let cell = bits::get(mem.read(), cell_bit(base, i, width), width);
                    jump_if!(cell == u32::from(imm), to);
                }
                Instr::IfCellNot { index, width, imm, base, len, to } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    let cell = bits::get(mem.read(), cell_bit(base, i, width), width);
                    jump_if!(cell != u32::from(imm), to);
                }

                Instr::Disabled => return Outcome::Disabled,
                Instr::Enabled => return Outcome::Enabled,
                Instr::Offer { chan } => {
                    cx.chan = reg!(chan) as u32;
                    return Outcome::Offer;
                }
                Instr::Done { hold } => return Outcome::Done(hold),
                Instr::Value { src } => return Outcome::Value(reg!(src)),
                Instr::Return => {
                    reg!(cx.call.dst) = cx.call.child as i32;
                    pc = cx.call.back;
                }
                Instr::Fault { kind } => return Outcome::Fault(kind),
                Instr::Note => {
                    let fault = Sites::fault(cx.site, FaultKind::Assertion);
                    cx.fault.get_or_insert(fault);
                }
                Instr::Stuck => {
                    cx.site = cx.last;
                    fault!(Stuck);
                }
                Instr::Unrepresentable => {
                    return Outcome::Interrupt(Shape::missing_wide_chans());
                }
                Instr::Try { site } => cx.site = site,
                Instr::Taken { site } => {
                    cx.last = site;
                    cx.cover(site);
                    cx.fuel -= 1;
                    if cx.fuel == 0 {
                        cx.site = cx.first;
                        fault!(Endless);
                    }
                }

                Instr::Running { dst } => reg!(dst) = self.running(mem.read()) as i32,
                Instr::Timeout { dst } => reg!(dst) = i32::from(cx.timeout),
                Instr::NonProgress { dst } => reg!(dst) = i32::from(self.non_progress(mem.read())),
                Instr::CanMove { dst, pid, own } => {
                    let pid = reg!(pid);
                    if pid == own && own >= 0 {
                        fault!(EnabledSelf);
                    }
                    reg!(dst) = i32::from(self.answer_enabled(mem.read(), pid, cx));
                }
                Instr::LocationNumber { dst, pid } => {
                    let location = self.location_of(mem.read(), reg!(pid));
                    reg!(dst) = location.map_or(0, |(_, _, location)| location.number);
                }
                Instr::Priority { dst, pid } => {
                    let slot = self.location_of(mem.read(), reg!(pid)).map(|(slot, ..)| slot);
                    reg!(dst) = slot.map_or(0, |slot| self.priority(mem.read(), slot));
                }
                Instr::At { dst, pid, set } => {
                    reg!(dst) = i32::from(self.is_at(mem.read(), reg!(pid), set));
                }
                Instr::LoadOf { dst, pid, cell, template, var } => {
                    let place = (TemplateId(template), var as usize, reg!(cell) as usize);
                    reg!(dst) = self.load_of(mem.read(), reg!(pid), place);
                }
                Instr::StoreOf { src, pid, cell, template, var } => {
                    let place = (TemplateId(template), var as usize, reg!(cell) as usize);
                    self.store_of(mem.write(), reg!(pid), place, reg!(src));
                }
                Instr::SetPriority { pid, value } => {
                    let value = reg!(value);
                    if !(1..=255).contains(&value) {
                        fault!(Priority);
                    }
                    self.set_priority(mem.write(), reg!(pid), value);
                }
                Instr::SetArg { index, src } => cx.message[index as usize] = reg!(src),
                Instr::Run { dst, args, template, priority } => {
                    let template = TemplateId(template);
                    match self.start(mem.write(), template, priority) {
                        Err(outcome) => return outcome,
                        Ok((child, code)) => {
                            cx.fields = args;
                            cx.call.back = pc;
                            cx.call.dst = dst;
                            cx.call.child = child;
                            pc = code as usize;
                        }
                    }
                }
                Instr::Arg { dst, index } => reg!(dst) = cx.message[index as usize],
                Instr::IfNoArg { index, to } => jump_if!(index >= cx.fields, to),

                Instr::Resolve { dst, src } => match self.resolve(mem.read(), reg!(src)) {
                    Some(chan) => reg!(dst) = chan as i32,
                    None => fault!(NoChannel),
                },
                Instr::Length { dst, chan } => {
                    reg!(dst) = self.chan(reg!(chan)).len(mem.read()) as i32;
                }
                Instr::Test { test, dst, chan } => {
                    reg!(dst) = i32::from(self.chan(reg!(chan)).test(mem.read(), test));
                }
                Instr::IfBuffered { chan, to } => {
                    jump_if!(self.chan(reg!(chan)).capacity > 0, to);
                }
                Instr::IfFull { chan, to } => {
                    let chan = self.chan(reg!(chan));
                    jump_if!(chan.len(mem.read()) >= chan.capacity as usize, to);
                }
                Instr::Begin { chan, fields } => {
                    if self.chan(reg!(chan)).fields.len() != usize::from(fields) {
                        fault!(FieldCount);
                    }
                    cx.fields = fields;
                }
                Instr::Pack { chan, src, field } => {
                    let ty = self.chan(reg!(chan)).fields[field as usize].0;
                    match ty.store(reg!(src)) {
                        None => fault!(Range),
                        Some(value) if self.is_unrepresentable(ty, value) => {
                            return Outcome::Interrupt(Shape::missing_wide_chans());
                        }
                        Some(value) => cx.message[field as usize] = value,
                    }
                }
                Instr::Enqueue { chan, sorted } => {
                    self.chan(reg!(chan)).enqueue(mem.write(), &cx.message, sorted);
                }
                Instr::AtMost { chan, fields } => {
                    if usize::from(fields) > self.chan(reg!(chan)).fields.len() {
                        fault!(FieldCount);
                    }
                }
                Instr::LoadMessage { dst, chan, position, field } => {
                    let (chan, position) = (self.chan(reg!(chan)), reg!(position) as usize);
                    reg!(dst) = chan.read(mem.read(), position, field as usize);
                }
                Instr::Dequeue { chan, position } => {
                    self.chan(reg!(chan)).dequeue(mem.write(), reg!(position) as usize);
                }
                Instr::Shift { chan } => self.program.chans[chan as usize].dequeue(mem.write(), 0),

                Instr::IfOther { chan, to } => jump_if!(cx.chan != reg!(chan) as u32, to),
                Instr::OfferAtMost { fields } => {
                    if fields > cx.fields {
                        fault!(FieldCount);
                    }
                }
                Instr::Offered { dst, field } => reg!(dst) = cx.message[field as usize],
            }
        }
    }
}

#[inline(always)]
fn cell_bit(base: u32, index: u32, width: u8) -> usize {
    base as usize + index as usize * usize::from(width)
}

/// Does a comparison hold?
#[inline(always)]
fn holds(op: Binary, a: i32, b: i32) -> bool {
    match op {
        Binary::Eq => a == b,
        Binary::Ne => a != b,
        Binary::Lt => a < b,
        Binary::Le => a <= b,
        Binary::Gt => a > b,
        Binary::Ge => a >= b,
        other => unreachable!("{other:?} is no comparison"),
    }
}
