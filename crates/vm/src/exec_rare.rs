//! The instructions that are rare or long: processes, remote references, channels found at run time.

use crate::bits;
use crate::code::Instr;
use crate::exec::{Memory, Outcome, cell_bit};
use crate::explain::Sites;
use crate::machine::Machine;
use crate::scratch::Cx;
use crate::shape::Shape;
use burnside_ir::{FaultKind, TemplateId};

impl Machine {
    /// Executes one instruction; returns where to go on, or how the code ended.
    #[inline(never)]
    pub(crate) fn exec_rare<M: Memory>(
        &self,
        instr: Instr,
        mem: &mut M,
        mut pc: usize,
        cx: &mut Cx,
    ) -> Result<usize, Outcome> {
        macro_rules! reg {
            ($r:expr) => {
                cx.regs[$r as usize]
            };
        }
        macro_rules! fault {
            ($kind:ident) => {
                return Err(Outcome::Fault(FaultKind::$kind))
            };
        }
        macro_rules! jump_if {
            ($condition:expr, $to:expr) => {
                if $condition {
                    pc = $to as usize;
                }
            };
        }
        match instr {
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
                    Err(outcome) => return Err(outcome),
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
                        return Err(Outcome::Interrupt(Shape::missing_wide_chans()));
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

            Instr::LoadFixed { dst, index, table, len } => {
                let i = reg!(index) as u32;
                if i >= len {
                    fault!(Index);
                }
                reg!(dst) = self.program.fixed[(table + i) as usize];
            }
            Instr::CheckChan { src } => {
                if reg!(src) & 0xffff > self.layout.max_chan {
                    return Err(Outcome::Interrupt(Shape::missing_wide_chans()));
                }
            }
            Instr::Fill { src, width, base, len } => {
                for i in 0..len {
                    bits::set(mem.write(), cell_bit(base, i, width), width, reg!(src) as u32);
                }
            }
            Instr::Value { src } => return Err(Outcome::Value(reg!(src))),
            Instr::Return => {
                reg!(cx.call.dst) = cx.call.child as i32;
                pc = cx.call.back;
            }
            Instr::Note => {
                let fault = Sites::fault(cx.site, FaultKind::Assertion);
                cx.fault.get_or_insert(fault);
            }
            Instr::Stuck => {
                cx.site = cx.last;
                fault!(Stuck);
            }
            Instr::Unrepresentable => {
                return Err(Outcome::Interrupt(Shape::missing_wide_chans()));
            }
            Instr::OfferAtMost { fields } => {
                if fields > cx.offer.fields {
                    fault!(FieldCount);
                }
            }

            other => unreachable!("{other:?} is executed in the loop"),
        }
        Ok(pc)
    }
}
