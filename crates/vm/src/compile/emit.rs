//! The assembler: instructions, labels, registers, and the tables that instructions refer to.
//!
//! Registers are handed out like a stack: whoever takes some for a while gives them back all at once.
//! Jump targets are labels until [`Assembler::finish`] replaces them by addresses.

use crate::code::{Addr, DISABLED, Instr, LocationSet, Reg};
use burnside_ir::Binary;

/// A place in the code that may not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(pub u32);

/// The label of the instruction by which guards fail.
pub const FAIL: Label = Label(0);

const UNBOUND: u32 = u32::MAX;

/// A value: known, or in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Val {
    /// Known now.
    Const(i32),
    /// Known then.
    Reg(Reg),
}

/// Collects code.
pub struct Assembler {
    code: Vec<Instr>,
    labels: Vec<u32>,
    /// Which labels something jumps to.
    used: Vec<bool>,
    /// Where the last label was bound or the last piece of code began: nothing is fused across it.
    last_bound: u32,
    next: usize,
    /// An expression needed more registers than there are.
    pub overflow: bool,
    /// The sets of locations used so far.
    pub sets: Vec<LocationSet>,
    /// The constant cells used so far.
    pub fixed: Vec<i32>,
}

impl Assembler {
    /// An assembler that holds only the instruction at [`DISABLED`].
    pub fn new() -> Assembler {
        Assembler {
            code: vec![Instr::Disabled],
            labels: vec![DISABLED],
            used: vec![true],
            last_bound: 0,
            next: 0,
            overflow: false,
            sets: Vec::new(),
            fixed: Vec::new(),
        }
    }

    /// Where the next instruction goes, which code elsewhere will refer to.
    pub fn entry(&mut self) -> Addr {
        self.last_bound = self.here();
        self.last_bound
    }

    /// Where the next instruction goes.
    pub fn here(&self) -> u32 {
        self.code.len() as u32
    }

    /// Appends an instruction.
    pub fn emit(&mut self, mut instr: Instr) {
        if let Some(to) = instr.target() {
            self.used[*to as usize] = true;
        }
        self.code.push(instr);
    }

    /// Appends the end of a guard that holds, together with the last test if that is possible.
    pub fn emit_enabled(&mut self) {
        let last = self.code[self.code.len() - 1];
        let fused = match last {
            _ if self.last_bound == self.here() => None,
            Instr::IfField { at, imm, to } if to == FAIL.0 => {
                Some(Instr::Require { op: Binary::Ne, at, imm: imm as i32 })
            }
            Instr::IfFieldNot { at, imm, to } if to == FAIL.0 => {
                Some(Instr::Require { op: Binary::Eq, at, imm: imm as i32 })
            }
            Instr::IfFieldCompare { op, at, imm, to } if to == FAIL.0 => {
                Some(Instr::Require { op: negated(op), at, imm })
            }
            Instr::IfCell { index, width, imm, base, len, to } if to == FAIL.0 => {
                Some(Instr::RequireCell { index, width, imm, is: false, base, len })
            }
            Instr::IfCellNot { index, width, imm, base, len, to } if to == FAIL.0 => {
                Some(Instr::RequireCell { index, width, imm, is: true, base, len })
            }
            _ => None,
        };
        match fused {
            Some(instr) => *self.code.last_mut().expect("it was matched") = instr,
            None => self.emit(Instr::Enabled),
        }
    }

    /// Appends the end of an effect, together with the last store if that is possible.
    pub fn emit_done(&mut self, hold: bool) {
        match self.code[self.code.len() - 1] {
            Instr::StoreConst { at, imm } if self.last_bound != self.here() => {
                *self.code.last_mut().expect("it was matched") = Instr::Finish { at, imm, hold };
            }
            _ => self.emit(Instr::Done { hold }),
        }
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        self.used.push(false);
        Label(self.labels.len() as u32 - 1)
    }

    /// Puts a label here.
    pub fn bind(&mut self, label: Label) {
        debug_assert!(!self.is_bound(label));
        self.last_bound = self.here();
        self.labels[label.0 as usize] = self.last_bound;
    }

    /// Has the label a place?
    pub fn is_bound(&self, label: Label) -> bool {
        self.labels[label.0 as usize] != UNBOUND
    }

    /// Has anything jumped to the label so far?
    pub fn is_used(&self, label: Label) -> bool {
        self.used[label.0 as usize]
    }

    /// Leaves out a jump to a label that is about to be bound, if it is the last instruction and
    /// nothing else can lead there.
    pub fn drop_jump_to(&mut self, label: Label) {
        let here = self.here();
        if self.code.last() == Some(&Instr::Jump { to: label.0 }) && self.last_bound != here {
            self.code.pop();
        }
    }

    /// Goes there.
    pub fn jump(&mut self, to: Label) {
        self.emit(Instr::Jump { to: to.0 });
    }

    /// A free register.
    pub fn reg(&mut self) -> Reg {
        let reg = self.next.min(usize::from(Reg::MAX));
        self.overflow |= self.next > reg;
        self.next += 1;
        reg as Reg
    }

    /// How many registers are in use, for [`Assembler::release`].
    pub fn mark(&self) -> usize {
        self.next
    }

    /// Gives back the registers taken since the mark.
    pub fn release(&mut self, mark: usize) {
        self.next = mark;
    }

    /// A register that holds the value.
    pub fn in_reg(&mut self, val: Val) -> Reg {
        match val {
            Val::Reg(reg) => reg,
            Val::Const(imm) => {
                let dst = self.reg();
                self.emit(Instr::Const { dst, imm });
                dst
            }
        }
    }

    /// The number of a set of locations.
    pub fn set(&mut self, set: LocationSet) -> u32 {
        let known = self.sets.iter().position(|s| *s == set);
        known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }) as u32
    }

    /// Where a table of constant cells begins.
    pub fn table(&mut self, cells: &[i32]) -> u32 {
        let start = self.fixed.len() as u32;
        self.fixed.extend_from_slice(cells);
        start
    }

    /// The code, with every label replaced by its address; a jump to a jump goes to its end.
    pub fn finish(mut self) -> (Vec<Instr>, Vec<LocationSet>, Vec<i32>) {
        for i in 0..self.code.len() {
            let mut instr = self.code[i];
            if let Some(to) = instr.target() {
                *to = self.labels[*to as usize];
                debug_assert_ne!(*to, UNBOUND, "a label without a place");
            }
            self.code[i] = instr;
        }
        for i in 0..self.code.len() {
            let mut instr = self.code[i];
            if let Some(to) = instr.target() {
                // A chain of jumps may be a loop: follow a few only.
                for _ in 0..8 {
                    let Instr::Jump { to: further } = self.code[*to as usize] else { break };
                    *to = further;
                }
            }
            self.code[i] = instr;
        }
        (self.code, self.sets, self.fixed)
    }
}

/// The comparison that holds exactly when the given one does not.
pub fn negated(op: Binary) -> Binary {
    match op {
        Binary::Eq => Binary::Ne,
        Binary::Ne => Binary::Eq,
        Binary::Lt => Binary::Ge,
        Binary::Ge => Binary::Lt,
        Binary::Gt => Binary::Le,
        Binary::Le => Binary::Gt,
        other => unreachable!("{other:?} is no comparison"),
    }
}
