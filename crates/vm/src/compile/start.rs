//! The code that initialises a process, and that of propositions.

use super::Unit;
use super::emit::Val;
use crate::code::{Addr, Instr};
use crate::layout::VarLayout;
use burnside_ir::{ChanId, Expr, Id, Init, Var, VarId};

impl Unit<'_, '_> {
    /// Compiles the initialisation of a process of this template in this slot, whose block is 0 but for
    /// its location and priority.
    pub fn start(&mut self) -> Addr {
        let template = self.cx.system.template(self.template.expect("a process"));
        let start = self.asm.entry();
        for (i, var) in template.vars.iter().enumerate() {
            self.asm.release(0);
            if i >= template.params {
                self.initialise(VarId::new(i), var);
                continue;
            }
            let (missing, end) = (self.asm.label(), self.asm.label());
            self.asm.emit(Instr::IfNoArg { index: i as u16, to: missing.0 });
            let dst = self.asm.reg();
            self.asm.emit(Instr::Arg { dst, index: i as u16 });
            self.store(&burnside_ir::Place::own(VarId::new(i)), Val::Reg(dst), false);
            self.asm.jump(end);
            self.asm.bind(missing);
            self.initialise(VarId::new(i), var);
            self.asm.bind(end);
        }
        self.asm.emit(Instr::Return);
        start
    }

    fn initialise(&mut self, id: VarId, var: &Var) {
        let VarLayout::Stored { bit, cell, count } = self.own_layout().vars[id.index()] else {
            return; // it never changes
        };
        let base = self.block() + bit;
        if let Init::Expr(e) = &var.init {
            if count == 0 {
                return;
            }
            let e = self.fold(e);
            let value = self.value(&e);
            match self.conform(var.ty, value, false) {
                Val::Const(v) if cell.pack(v) == 0 => {}
                value if count == 1 => self.store_field(base, cell, value),
                _ if cell.width == 0 => {}
                value => {
                    let src = self.packed(cell, value);
                    let (width, base, len) = (cell.width, base as u32, count as u32);
                    self.asm.emit(Instr::Fill { src, width, base, len });
                }
            }
            return;
        }
        for i in 0..count {
            let value = match &var.init {
                Init::Cells(values) => values[i.min(values.len() - 1)],
                Init::Any(values) => values[0],
                Init::Chans(first) => {
                    let chan = ChanId::new(first.index() + i);
                    self.cx.system.own_channel_ref(self.own(), chan)
                }
                Init::Expr(_) => unreachable!("handled above"),
            };
            let value = self.conform(var.ty, Val::Const(value), false);
            if value != Val::Const(cell.offset) {
                self.store_field(base + i * usize::from(cell.width), cell, value);
            }
        }
    }

    /// Compiles a proposition: code that ends with its value.
    pub fn proposition(&mut self, e: &Expr) -> Addr {
        self.asm.release(0);
        let start = self.asm.entry();
        let e = self.fold(e);
        let value = self.value(&e);
        let src = self.asm.in_reg(value);
        self.asm.emit(Instr::Value { src });
        start
    }
}
