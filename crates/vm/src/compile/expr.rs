//! Expressions: folding, values and branches.
//!
//! *Idea:* an expression is first rewritten with all that is known at this process (`_pid`, parameters,
//! variables that never change) and folded; what is left becomes either a value in a register or, where
//! only its truth matters, a chain of compare-and-branch instructions without any intermediate value.
//! *Guarantees:* operands are evaluated in the interpreter's order, so that the same fault comes first.

use super::Unit;
use super::emit::{Label, Val, negated};
use crate::code::{Instr, LocationSet};
use crate::codec::fixed_cells;
use crate::layout::{Cell, VarLayout};
use burnside_ir::{Binary, ChanTest, Expr, Id, Place, Scope, TemplateId, Unary};

impl Unit<'_, '_> {
    /// The expression with everything folded that is known here.
    pub fn fold(&self, e: &Expr) -> Expr {
        e.clone().map(&mut |e| self.fold_node(e))
    }

    /// Folds one node whose operands are folded.
    pub fn fold_node(&self, e: Expr) -> Expr {
        match e {
            Expr::SelfPid => Expr::Int(self.own() as i32),
            Expr::Param(p) => Expr::Int(self.params[p.index()]),
            Expr::Chan(c) => Expr::Int(self.cx.system.channel_ref(c)),
            Expr::OwnChan(c) => Expr::Int(self.cx.system.own_channel_ref(self.own(), c)),
            Expr::Load(place) => match self.fold_load(&place) {
                Some(value) => Expr::Int(value),
                None => Expr::Load(place),
            },
            Expr::Unary(op, a) => match *a {
                Expr::Int(a) => Expr::Int(op.apply(a)),
                a => Expr::unary(op, a),
            },
            Expr::Binary(op, a, b) => fold_binary(op, *a, *b),
            Expr::Cond(parts) => match *parts {
                [Expr::Int(c), yes, no] => match c {
                    0 => no,
                    _ => yes,
                },
                parts => Expr::Cond(Box::new(parts)),
            },
            Expr::At(t, pid, locs) => match *pid {
                Expr::Int(p) if !self.may_run(p, t) => Expr::Int(0),
                pid => Expr::At(t, Box::new(pid), locs),
            },
            other => other,
        }
    }

    /// The value of a place that never changes.
    fn fold_load(&self, place: &Place) -> Option<i32> {
        let layout = match &place.scope {
            Scope::Global => &self.cx.layout.globals[place.var.index()],
            Scope::Own => &self.own_layout().vars[place.var.index()],
            Scope::Of(..) => return None,
        };
        let VarLayout::Fixed(known) = layout else { return None };
        let cell = self.constant_cell(place)?;
        fixed_cells(self.cx.system, self.slot, known).get(cell).copied()
    }

    /// The cell of a place whose indices are constants within their bounds.
    pub fn constant_cell(&self, place: &Place) -> Option<usize> {
        let mut cell = 0;
        for (dim, index) in self.var(place).dims.iter().zip(&place.index) {
            let Expr::Int(i) = index else { return None };
            let i = u32::try_from(*i).ok().filter(|i| *i < dim.len)?;
            cell = cell * dim.len as usize + i as usize;
        }
        Some(cell)
    }

    /// May a process with this id ever run the template?
    fn may_run(&self, pid: i32, template: TemplateId) -> bool {
        let slot = usize::try_from(pid).ok().and_then(|p| self.cx.layout.slots.get(p));
        slot.is_some_and(|slot| slot.templates.contains(&template))
    }

    /// The value of a folded expression.
    pub fn value(&mut self, e: &Expr) -> Val {
        match e {
            Expr::Int(v) => Val::Const(*v),
            Expr::Load(place) => self.load(place),
            Expr::Unary(op, a) => {
                let mark = self.asm.mark();
                let a = self.value(a);
                let src = self.asm.in_reg(a);
                self.asm.release(mark);
                let dst = self.asm.reg();
                self.asm.emit(Instr::Unary { op: *op, dst, src });
                Val::Reg(dst)
            }
            Expr::Binary(Binary::And | Binary::Or, ..) | Expr::Poll { .. } => self.truth_value(e),
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::Cond(parts) => {
                let [c, yes, no] = &**parts;
                let dst = self.asm.reg();
                let (otherwise, end) = (self.asm.label(), self.asm.label());
                self.branch(c, false, otherwise);
                self.value_into(dst, yes);
                self.asm.jump(end);
                self.asm.bind(otherwise);
                self.value_into(dst, no);
                self.asm.bind(end);
                Val::Reg(dst)
            }
            Expr::Len(chan) => self.length(chan),
            Expr::Test(test, chan) => self.test(*test, chan),
            Expr::Timeout => self.fresh(|dst| Instr::Timeout { dst }),
            Expr::Running => self.fresh(|dst| Instr::Running { dst }),
            Expr::NonProgress => self.fresh(|dst| Instr::NonProgress { dst }),
            Expr::LastPid => match self.cx.layout.last {
                Some((bit, cell)) => self.load_field(bit, cell),
                None => Val::Const(0),
            },
            Expr::Enabled(pid) => {
                let own = self.slot.map_or(-1, |slot| slot as i32);
                self.of_process(pid, |dst, pid| Instr::CanMove { dst, pid, own })
            }
            Expr::Pc(pid) => self.of_process(pid, |dst, pid| Instr::LocationNumber { dst, pid }),
            Expr::Priority(pid) => self.of_process(pid, |dst, pid| Instr::Priority { dst, pid }),
            Expr::At(template, pid, locs) => {
                let layout = &self.cx.layout.templates[template.index()];
                let Some(class) = layout.class else {
                    // The template never runs; the id is evaluated for its faults only.
                    self.value(pid);
                    return Val::Const(0);
                };
                let mut members = vec![false; self.cx.layout.classes[class].locations.len() + 1];
                for loc in locs {
                    members[layout.numbers[loc.index()] as usize] = true;
                }
                members[0] = false; // the number of locations that have none
                let set = self.asm.set(LocationSet { class, members });
                self.of_process(pid, |dst, pid| Instr::At { dst, pid, set })
            }
            Expr::SelfPid | Expr::Param(_) | Expr::Chan(_) | Expr::OwnChan(_) => {
                unreachable!("folded before")
            }
        }
    }

    /// The value of a folded expression, in this register.
    fn value_into(&mut self, dst: u8, e: &Expr) {
        let mark = self.asm.mark();
        match self.value(e) {
            Val::Const(imm) => self.asm.emit(Instr::Const { dst, imm }),
            Val::Reg(src) => self.asm.emit(Instr::Copy { dst, src }),
        }
        self.asm.release(mark);
    }

    fn fresh(&mut self, instr: impl FnOnce(u8) -> Instr) -> Val {
        let dst = self.asm.reg();
        self.asm.emit(instr(dst));
        Val::Reg(dst)
    }

    fn of_process(&mut self, pid: &Expr, instr: impl FnOnce(u8, u8) -> Instr) -> Val {
        let mark = self.asm.mark();
        let pid = self.value(pid);
        let pid = self.asm.in_reg(pid);
        self.asm.release(mark);
        self.fresh(|dst| instr(dst, pid))
    }

    /// 0 or 1, by branches.
    fn truth_value(&mut self, e: &Expr) -> Val {
        let dst = self.asm.reg();
        let end = self.asm.label();
        let mark = self.asm.mark();
        self.asm.emit(Instr::Const { dst, imm: 0 });
        self.branch(e, false, end);
        self.asm.emit(Instr::Const { dst, imm: 1 });
        self.asm.bind(end);
        self.asm.release(mark);
        Val::Reg(dst)
    }

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr) -> Val {
        let mark = self.asm.mark();
        let (op, a, b) = match (a, mirrored(op)) {
            (Expr::Int(_), Some(mirrored)) => (mirrored, b, a),
            _ => (op, a, b),
        };
        let a = self.value(a);
        let a = self.asm.in_reg(a);
        let b = self.value(b);
        let b = match b {
            Val::Const(0) if matches!(op, Binary::Div | Binary::Rem) => {
                Val::Reg(self.asm.in_reg(b))
            }
            other => other,
        };
        self.asm.release(mark);
        self.fresh(|dst| match (op, b) {
            (Binary::Add, Val::Const(imm)) => Instr::AddImm { dst, src: a, imm },
            (Binary::Sub, Val::Const(imm)) => {
                Instr::AddImm { dst, src: a, imm: imm.wrapping_neg() }
            }
            (op, Val::Const(imm)) => Instr::BinaryImm { op, dst, a, imm },
            (op, Val::Reg(b)) => Instr::Binary { op, dst, a, b },
        })
    }

    /// Goes to `to` if the truth of a folded expression is `want`, and on otherwise.
    pub fn branch(&mut self, e: &Expr, want: bool, to: Label) {
        let mark = self.asm.mark();
        self.branch_inner(e, want, to);
        self.asm.release(mark);
    }

    fn branch_inner(&mut self, e: &Expr, want: bool, to: Label) {
        match e {
            Expr::Int(v) if (*v != 0) == want => self.asm.jump(to),
            Expr::Int(_) => {}
            Expr::Unary(Unary::Not, a) => self.branch(a, !want, to),
            // Both parts of a conjunction lead away if it must not hold, of a disjunction if it must.
            Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                if (*op == Binary::Or) == want {
                    self.branch(a, want, to);
                    self.branch(b, want, to);
                } else {
                    let skip = self.asm.label();
                    self.branch(a, !want, skip);
                    self.branch(b, want, to);
                    self.asm.bind(skip);
                }
            }
            Expr::Binary(op, a, b) if is_comparison(*op) => self.compare(*op, a, b, want, to),
            Expr::Load(_) => self.compare(Binary::Ne, e, &Expr::Int(0), want, to),
            Expr::Test(test, chan) => self.branch_test(*test, chan, want, to),
            Expr::Poll { chan, anywhere, fields } => {
                if want {
                    let fail = self.asm.label();
                    self.poll(chan, *anywhere, fields, fail);
                    self.asm.jump(to);
                    self.asm.bind(fail);
                } else {
                    self.poll(chan, *anywhere, fields, to);
                }
            }
            _ => match self.value(e) {
                Val::Const(v) => self.branch_inner(&Expr::Int(v), want, to),
                Val::Reg(src) if want => self.asm.emit(Instr::If { src, to: to.0 }),
                Val::Reg(src) => self.asm.emit(Instr::IfNot { src, to: to.0 }),
            },
        }
    }

    fn branch_test(&mut self, test: ChanTest, chan: &Expr, want: bool, to: Label) {
        let (test, want) = match test {
            ChanTest::NotFull => (ChanTest::Full, !want),
            ChanTest::NotEmpty => (ChanTest::Empty, !want),
            other => (other, want),
        };
        let Some(layout) = self.known_chan(chan).map(|id| &self.cx.chans[id as usize]) else {
            let val = self.test(test, chan);
            let src = self.asm.in_reg(val);
            self.asm.emit(match want {
                true => Instr::If { src, to: to.0 },
                false => Instr::IfNot { src, to: to.0 },
            });
            return;
        };
        let (op, bound) = match test {
            ChanTest::Full => (Binary::Ge, layout.capacity.max(1) as i32),
            _ => (Binary::Eq, 0),
        };
        let (bit, cell) = layout.length;
        self.compare_field(op, bit, cell, bound, want, to);
    }

    fn compare(&mut self, op: Binary, a: &Expr, b: &Expr, want: bool, to: Label) {
        let (op, a, b) = match (a, mirrored(op)) {
            (Expr::Int(_), Some(mirrored)) => (mirrored, b, a),
            _ => (op, a, b),
        };
        if let Expr::Int(bound) = *b {
            match (op, bound, a) {
                (Binary::Eq | Binary::Ne, 0, a) if !matches!(a, Expr::Load(_)) => {
                    return self.branch(a, want == (op == Binary::Ne), to);
                }
                (_, _, Expr::Load(place)) => return self.compare_place(op, place, bound, want, to),
                _ => {}
            }
        }
        let a = self.value(a);
        let a = self.asm.in_reg(a);
        let b = self.value(b);
        self.compare_values(op, a, b, want, to);
    }

    /// Compares a register with a value.
    pub fn compare_values(&mut self, op: Binary, a: u8, b: Val, want: bool, to: Label) {
        let op = if want { op } else { negated(op) };
        let to = to.0;
        self.asm.emit(match b {
            Val::Const(imm) => Instr::IfCompareImm { op, a, imm, to },
            Val::Reg(b) => Instr::IfCompare { op, a, b, to },
        });
    }

    /// Compares a field with a constant.
    pub fn compare_field(
        &mut self,
        op: Binary,
        bit: usize,
        cell: Cell,
        bound: i32,
        want: bool,
        to: Label,
    ) {
        let raw = i32::try_from(i64::from(bound) - i64::from(cell.offset)).ok();
        match raw {
            _ if cell.width == 0 => {
                let holds = op.apply(cell.offset, bound) == Some(1);
                self.branch(&Expr::Int(i32::from(holds)), want, to);
            }
            Some(imm) if !cell.signed && cell.width < 32 => {
                let op = if want { op } else { negated(op) };
                let (at, to) = (self.window(bit, cell.width), to.0);
                self.asm.emit(match op {
                    Binary::Eq => Instr::IfField { at, imm: imm as u32, to },
                    Binary::Ne => Instr::IfFieldNot { at, imm: imm as u32, to },
                    op => Instr::IfFieldCompare { op, at, imm, to },
                });
            }
            _ => {
                let val = self.load_field(bit, cell);
                let a = self.asm.in_reg(val);
                self.compare_values(op, a, Val::Const(bound), want, to);
            }
        }
    }
}

fn fold_binary(op: Binary, a: Expr, b: Expr) -> Expr {
    match (op, a, b) {
        (op, Expr::Int(a), Expr::Int(b)) => match op.apply(a, b) {
            Some(v) => Expr::Int(v),
            None => Expr::binary(op, Expr::Int(a), Expr::Int(b)),
        },
        (Binary::And, Expr::Int(0), _) => Expr::Int(0),
        (Binary::Or, Expr::Int(a), _) if a != 0 => Expr::Int(1),
        // What is left of a connective is a truth value.
        (Binary::And | Binary::Or, Expr::Int(_), b) => Expr::binary(Binary::Ne, b, Expr::Int(0)),
        (op, a, b) => Expr::binary(op, a, b),
    }
}

/// The operator that gives the same result with its operands exchanged.
fn mirrored(op: Binary) -> Option<Binary> {
    Some(match op {
        Binary::Add | Binary::Mul | Binary::BitAnd | Binary::BitOr | Binary::BitXor => op,
        Binary::Eq | Binary::Ne => op,
        Binary::Lt => Binary::Gt,
        Binary::Gt => Binary::Lt,
        Binary::Le => Binary::Ge,
        Binary::Ge => Binary::Le,
        _ => return None,
    })
}

fn is_comparison(op: Binary) -> bool {
    use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}
