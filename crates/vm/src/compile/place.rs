//! Places: loading and storing variables.
//!
//! *Guarantees:* as in the interpreter, a value is checked against its type before the place is
//! computed, indices are evaluated before the id of another process, and a place of a process that does
//! not run (or runs something else) reads 0 and swallows what is written.

use super::Unit;
use super::emit::{Label, Val};
use crate::bits::Window;
use crate::code::{Instr, Reg};
use crate::codec::fixed_cells;
use crate::layout::{Cell, TemplateLayout, VarLayout};
use burnside_ir::{Binary, Expr, FaultKind, Id, Place, Repr, Scope, Type, Var};

/// Where a place turned out to be.
enum Spot {
    /// A field.
    Field(usize, Cell),
    /// A cell of an array of the given length, by index.
    Cell { base: usize, cell: Cell, len: u32, index: Reg },
    /// A cell of an array that never changes, by index.
    Fixed { table: u32, len: u32, index: Reg },
    /// Only this value, and nowhere.
    Only(i32),
    /// A cell of a variable of another process.
    Remote { pid: Reg, cell: Reg, template: u32, var: u32 },
}

impl Unit<'_, '_> {
    /// The slot of the process that evaluates.
    pub fn own(&self) -> usize {
        self.slot.expect("an expression of a process is evaluated by a process")
    }

    /// The block of the process that evaluates.
    pub fn own_layout(&self) -> &TemplateLayout {
        let template = self.template.expect("an expression of a process is evaluated by a process");
        &self.cx.layout.templates[template.index()]
    }

    /// The declaration of a place's variable.
    pub fn var(&self, place: &Place) -> &Var {
        let system = self.cx.system;
        match &place.scope {
            Scope::Global => system.global(place.var),
            Scope::Own => system.template(self.template.expect("a process")).var(place.var),
            Scope::Of(template, _) => system.template(*template).var(place.var),
        }
    }

    /// The window of a field.
    pub fn window(&self, bit: usize, width: u8) -> Window {
        Window::new(bit, width, self.cx.layout.state_len)
    }

    /// The value of a place.
    pub fn load(&mut self, place: &Place) -> Val {
        let mark = self.asm.mark();
        let spot = self.locate(place);
        self.asm.release(mark);
        self.load_spot(spot)
    }

    /// The value of a field.
    pub fn load_field(&mut self, bit: usize, cell: Cell) -> Val {
        if cell.width == 0 {
            return Val::Const(cell.offset);
        }
        let dst = self.asm.reg();
        let at = self.window(bit, cell.width);
        self.asm.emit(match cell.signed {
            true => Instr::LoadSigned { dst, at },
            false => Instr::Load { dst, at },
        });
        self.add_offset(dst, cell)
    }

    fn add_offset(&mut self, dst: Reg, cell: Cell) -> Val {
        if cell.offset != 0 {
            self.asm.emit(Instr::AddImm { dst, src: dst, imm: cell.offset });
        }
        Val::Reg(dst)
    }

    /// Goes to `to` if comparing the place with the bound gives `want`.
    pub fn compare_place(&mut self, op: Binary, place: &Place, bound: i32, want: bool, to: Label) {
        if let Some((bit, cell)) = self.known_field(place) {
            return self.compare_field(op, bit, cell, bound, want, to);
        }
        match self.locate(place) {
            Spot::Cell { base, cell, len, index }
                if !cell.signed
                    && cell.offset == 0
                    && matches!(op, Binary::Eq | Binary::Ne)
                    && u8::try_from(bound).is_ok() =>
            {
                let (width, imm, base, to) = (cell.width, bound as u8, base as u32, to.0);
                self.asm.emit(match (op == Binary::Eq) == want {
                    true => Instr::IfCell { index, width, imm, base, len, to },
                    false => Instr::IfCellNot { index, width, imm, base, len, to },
                });
            }
            spot => {
                let val = self.load_spot(spot);
                let a = self.asm.in_reg(val);
                self.compare_values(op, a, Val::Const(bound), want, to);
            }
        }
    }

    /// The field that a place always is, if there is one.
    pub fn known_field(&self, place: &Place) -> Option<(usize, Cell)> {
        let (base, layout) = match &place.scope {
            Scope::Global => (0, &self.cx.layout.globals[place.var.index()]),
            Scope::Own => (self.block(), &self.own_layout().vars[place.var.index()]),
            Scope::Of(..) => return None,
        };
        let VarLayout::Stored { bit, cell, .. } = *layout else { return None };
        let i = self.constant_cell(place)?;
        Some((base + bit + i * usize::from(cell.width), cell))
    }

    /// Where the own block begins.
    pub fn block(&self) -> usize {
        self.cx.layout.slots[self.own()].bit()
    }

    fn locate(&mut self, place: &Place) -> Spot {
        if let Some((bit, cell)) = self.known_field(place) {
            return Spot::Field(bit, cell);
        }
        let dims: Vec<u32> = self.var(place).dims.iter().map(|d| d.len).collect();
        let (index, len) = self.index(&dims, &place.index);
        let (base, layout) = match &place.scope {
            Scope::Global => (0, &self.cx.layout.globals[place.var.index()]),
            Scope::Own => (self.block(), &self.own_layout().vars[place.var.index()]),
            Scope::Of(template, pid) => {
                let cell = self.asm.in_reg(index);
                if index != Val::Const(0) || len == 0 {
                    self.check_index(cell, len);
                }
                let pid = self.value(pid);
                let pid = self.asm.in_reg(pid);
                return Spot::Remote { pid, cell, template: template.0, var: place.var.0 };
            }
        };
        let layout = layout.clone();
        let index = self.asm.in_reg(index);
        match layout {
            VarLayout::Stored { cell, .. } if cell.width == 0 => {
                self.check_index(index, len);
                Spot::Only(cell.offset)
            }
            VarLayout::Stored { bit, cell, .. } => {
                Spot::Cell { base: base + bit, cell, len, index }
            }
            VarLayout::Fixed(known) => {
                let table = self.asm.table(&fixed_cells(self.cx.system, self.slot, &known));
                Spot::Fixed { table, len, index }
            }
        }
    }

    /// The number of a cell, and the bound that is still to be checked.
    fn index(&mut self, dims: &[u32], index: &[Expr]) -> (Val, u32) {
        if let ([len], [index]) = (dims, index) {
            return (self.value(index), *len);
        }
        let mut cell = Val::Const(0);
        for (&len, index) in dims.iter().zip(index) {
            let i = self.value(index);
            if let (Val::Const(cell_now), Val::Const(i)) = (cell, i)
                && (0..i64::from(len)).contains(&i64::from(i))
            {
                cell = Val::Const(cell_now * len as i32 + i);
                continue;
            }
            let (acc, index) = (self.asm.in_reg(cell), self.asm.in_reg(i));
            let dst = self.asm.reg();
            self.asm.emit(Instr::Scale { dst, acc, index, len });
            cell = Val::Reg(dst);
        }
        (cell, dims.iter().product())
    }

    fn check_index(&mut self, index: Reg, len: u32) {
        let mark = self.asm.mark();
        let acc = self.asm.in_reg(Val::Const(0));
        let dst = self.asm.reg();
        self.asm.emit(Instr::Scale { dst, acc, index, len });
        self.asm.release(mark);
    }

    fn load_spot(&mut self, spot: Spot) -> Val {
        match spot {
            Spot::Only(value) => Val::Const(value),
            Spot::Field(bit, cell) => self.load_field(bit, cell),
            Spot::Cell { base, cell, len, index } => {
                let (width, signed, base) = (cell.width, cell.signed, base as u32);
                let dst = self.asm.reg();
                self.asm.emit(Instr::LoadCell { dst, index, width, signed, base, len });
                self.add_offset(dst, cell)
            }
            Spot::Fixed { table, len, index } => {
                let dst = self.asm.reg();
                self.asm.emit(Instr::LoadFixed { dst, index, table, len });
                Val::Reg(dst)
            }
            Spot::Remote { pid, cell, template, var } => {
                let dst = self.asm.reg();
                self.asm.emit(Instr::LoadOf { dst, pid, cell, template, var });
                Val::Reg(dst)
            }
        }
    }

    /// Assigns a folded expression to a folded place.
    pub fn assign(&mut self, place: &Place, e: &Expr) {
        if let Some((bit, cell)) = self.known_field(place)
            && let Some(amount) = self.increment(place, e)
            && cell.offset == 0
            && cell.width > 0
        {
            let at = self.window(bit, cell.width);
            return self.asm.emit(Instr::AddTo { at, imm: amount as u32 });
        }
        let mark = self.asm.mark();
        let value = self.value(e);
        let fits = matches!(e, Expr::Load(p) if self.var(p).ty.repr == Repr::Chan);
        self.store(place, value, fits);
        self.asm.release(mark);
    }

    /// `c` if the expression is the place plus `c`, and the type wraps around.
    fn increment(&self, place: &Place, e: &Expr) -> Option<i32> {
        if matches!(self.var(place).ty.repr, Repr::Range(..) | Repr::Chan) {
            return None;
        }
        match e {
            Expr::Binary(Binary::Add, a, b) => match (&**a, &**b) {
                (Expr::Load(p), Expr::Int(c)) | (Expr::Int(c), Expr::Load(p)) if p == place => {
                    Some(*c)
                }
                _ => None,
            },
            Expr::Binary(Binary::Sub, a, b) => match (&**a, &**b) {
                (Expr::Load(p), Expr::Int(c)) if p == place => Some(c.wrapping_neg()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Stores a value; `fits` says that it is a channel reference from another variable.
    pub fn store(&mut self, place: &Place, value: Val, fits: bool) {
        let ty = self.var(place).ty;
        let value = self.conform(ty, value, fits);
        let mark = self.asm.mark();
        match self.locate(place) {
            Spot::Only(_) | Spot::Fixed { .. } => {}
            Spot::Field(bit, cell) => self.store_field(bit, cell, value),
            Spot::Cell { base, cell, len, index } => {
                let (width, base) = (cell.width, base as u32);
                let small = match value {
                    Val::Const(v) => u8::try_from(cell.pack(v)).ok(),
                    Val::Reg(_) => None,
                };
                if let Some(imm) = small {
                    self.asm.emit(Instr::StoreCellConst { index, width, imm, base, len });
                } else {
                    let src = self.packed(cell, value);
                    self.asm.emit(Instr::StoreCell { src, index, width, base, len });
                }
            }
            Spot::Remote { pid, cell, template, var } => {
                let src = self.asm.in_reg(value);
                self.asm.emit(Instr::StoreOf { src, pid, cell, template, var });
            }
        }
        self.asm.release(mark);
    }

    /// Checks a value against a type; what the type makes of a constant.
    pub fn conform(&mut self, ty: Type, value: Val, fits: bool) -> Val {
        match (value, ty.repr) {
            (Val::Const(v), repr) => match ty.store(v) {
                Some(v) if repr == Repr::Chan && v > self.cx.layout.max_chan => {
                    self.asm.emit(Instr::Unrepresentable);
                    Val::Const(0)
                }
                Some(v) => Val::Const(v),
                None => {
                    self.asm.emit(Instr::Fault { kind: FaultKind::Range });
                    Val::Const(0)
                }
            },
            (Val::Reg(src), Repr::Range(lo, hi)) => {
                self.asm.emit(Instr::Check { src, lo, hi });
                value
            }
            (Val::Reg(src), Repr::Chan) if !fits => {
                self.asm.emit(Instr::CheckChan { src });
                value
            }
            _ => value,
        }
    }

    /// Writes a value that conforms to its type to a field.
    pub fn store_field(&mut self, bit: usize, cell: Cell, value: Val) {
        if cell.width == 0 {
            return;
        }
        let at = self.window(bit, cell.width);
        match value {
            Val::Const(v) => self.asm.emit(Instr::StoreConst { at, imm: cell.pack(v) }),
            value => {
                let src = self.packed(cell, value);
                self.asm.emit(Instr::Store { src, at });
            }
        }
    }

    /// A register with the bits that stand for a value; those above the width do not matter.
    pub fn packed(&mut self, cell: Cell, value: Val) -> Reg {
        match value {
            Val::Const(v) => self.asm.in_reg(Val::Const(cell.pack(v) as i32)),
            Val::Reg(src) if cell.offset != 0 => {
                let dst = self.asm.reg();
                self.asm.emit(Instr::AddImm { dst, src, imm: cell.offset.wrapping_neg() });
                dst
            }
            Val::Reg(src) => src,
        }
    }
}
