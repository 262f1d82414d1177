//! The interpreter loop of the bytecode.
//!
//! *Idea:* one `match` in one loop, over an array of 256 registers that an 8-bit operand cannot leave.
//! Guards run on the source state where it lies, effects on the copy that becomes the successor; the loop
//! is compiled once for each ([`Memory`]). Instructions that are rare or long are in a function of their
//! own (`exec_rare.rs`), so that the loop keeps its values in registers and has a short prologue.
//! *Requires:* code made by `compile` for this layout. *Guarantees:* nothing is allocated.

use crate::bits;
use crate::code::{Addr, Instr};
use crate::machine::Machine;
use crate::scratch::Cx;
use burnside_core::Interrupt;
use burnside_ir::{Binary, FaultKind};

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
            let instr = &code[pc];
            pc += 1;
            match *instr {
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
                Instr::StoreCellConst { index, width, imm, base, len } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    bits::set(mem.write(), cell_bit(base, i, width), width, u32::from(imm));
                }
                Instr::StoreAt { src, index, width, base, stride } => {
                    let bit = base as usize + reg!(index) as usize * stride as usize;
                    bits::set(mem.write(), bit, width, reg!(src) as u32);
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
                    cx.offer.chan = reg!(chan) as u32;
                    return Outcome::Offer;
                }
                Instr::Done { hold } => return Outcome::Done(hold),
                Instr::Finish { at, imm, hold } => {
                    at.set(mem.write(), imm);
                    return Outcome::Done(hold);
                }
                Instr::Require { op, at, imm } => {
                    return enabled(holds(op, at.get(mem.read()) as i32, imm));
                }
                Instr::RequireCell { index, width, imm, is, base, len } => {
                    let i = reg!(index) as u32;
                    if i >= len {
                        fault!(Index);
                    }
                    let cell = bits::get(mem.read(), cell_bit(base, i, width), width);
                    return enabled((cell == u32::from(imm)) == is);
                }
                Instr::Fault { kind } => return Outcome::Fault(kind),
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

                Instr::IfOther { chan, to } => jump_if!(cx.offer.chan != reg!(chan) as u32, to),
                Instr::Offered { dst, field } => reg!(dst) = cx.offer.values[field as usize],

                _ => match self.exec_rare(*instr, &mut mem, pc, cx) {
                    Ok(next) => pc = next,
                    Err(outcome) => return outcome,
                },
            }
        }
    }
}

#[inline(always)]
pub fn cell_bit(base: u32, index: u32, width: u8) -> usize {
    base as usize + index as usize * usize::from(width)
}

#[inline(always)]
pub fn enabled(condition: bool) -> Outcome {
    if condition { Outcome::Enabled } else { Outcome::Disabled }
}

/// Does a comparison hold?
#[inline(always)]
pub fn holds(op: Binary, a: i32, b: i32) -> bool {
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
