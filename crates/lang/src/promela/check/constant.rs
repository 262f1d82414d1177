//! Constant expressions: sizes, widths, capacities, numbers of processes, priorities.
//!
//! Source: SPIN allows numbers, mtype names, `+ - * / %`, signs and parentheses, and in some places the
//! name of a variable with a constant initial value (with a warning: the variable may change later).

use super::{Checker, Named};
use crate::diagnostic::Diagnostic;
use crate::promela::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::promela::resolved::SymbolKind;

/// Why an expression has no constant value.
enum NotConstant {
    /// Something in it is not constant.
    Varies(String),
    /// It divides by zero or leaves the range of 32 bits.
    Fails(&'static str),
}

impl<'a> Checker<'a> {
    /// The value of a constant expression, kept for the lowering; `what` is named in the error.
    pub(super) fn constant(&mut self, expr: &'a Expr, what: &str) -> Option<i32> {
        if matches!(expr.kind, ExprKind::Error) {
            return None;
        }
        let value = match self.fold(expr) {
            Ok(value) => value,
            Err(NotConstant::Varies(reason)) => {
                self.value(expr);
                self.out.push(
                    Diagnostic::error(format!("{what} must be a constant"))
                        .at(expr.span, reason)
                        .help("use a number, or a macro: `#define N 3`"),
                );
                return None;
            }
            Err(NotConstant::Fails(reason)) => {
                self.out.push(Diagnostic::error(format!("{reason} in {what}")).at(expr.span, ""));
                return None;
            }
        };
        self.res.constants.insert(expr.id, value);
        Some(value)
    }

    /// The value of an expression that happens to be constant.
    pub(super) fn known_value(&self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            // A variable is constant only where the grammar demands a constant.
            ExprKind::Var(var) => match self.lookup(&var.head.name.name)? {
                Named::Symbol(id) => match self.res.symbol(id).kind {
                    SymbolKind::MtypeValue { value, .. } => Some(i32::from(value)),
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Const { value, .. } => Some(*value),
            ExprKind::Unary(op, inner) => unary(*op, self.known_value(inner)?),
            ExprKind::Binary(op, a, b) => {
                binary(*op, self.known_value(a)?, self.known_value(b)?).ok()
            }
            _ => None,
        }
    }

    fn fold(&mut self, expr: &Expr) -> Result<i32, NotConstant> {
        match &expr.kind {
            ExprKind::Const { value, .. } => Ok(*value),
            ExprKind::Unary(op, inner) => {
                let value = self.fold(inner)?;
                unary(*op, value).ok_or(NotConstant::Fails("overflow"))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.fold(a)?, self.fold(b)?);
                binary(*op, a, b).map_err(NotConstant::Fails)
            }
            ExprKind::Cond(c, a, b) => {
                let branch = if self.fold(c)? != 0 { a } else { b };
                self.fold(branch)
            }
            ExprKind::Var(var) if var.fields.is_empty() && var.head.index.is_none() => {
                let name = &var.head.name;
                let Some(Named::Symbol(id)) = self.lookup(&name.name) else {
                    return Err(NotConstant::Varies(format!("`{}` is not a constant", name.name)));
                };
                match self.res.symbol(id).kind {
                    SymbolKind::MtypeValue { value, .. } => Ok(i32::from(value)),
                    SymbolKind::Variable(_) => match self.initial.get(&id).copied() {
                        Some(value) => {
                            self.out.push(
                                Diagnostic::warning(format!(
                                    "variable `{}` is used as a constant",
                                    name.name
                                ))
                                .at(expr.span, format!("its initial value {value} is taken")),
                            );
                            Ok(value)
                        }
                        None => Err(NotConstant::Varies(format!(
                            "`{}` has no constant initial value",
                            name.name
                        ))),
                    },
                    SymbolKind::Builtin(_) => {
                        Err(NotConstant::Varies(format!("`{}` is not a constant", name.name)))
                    }
                }
            }
            _ => Err(NotConstant::Varies("this is not a constant".to_owned())),
        }
    }
}

fn unary(op: UnaryOp, value: i32) -> Option<i32> {
    match op {
        UnaryOp::Neg => value.checked_neg(),
        UnaryOp::Not => Some(i32::from(value == 0)),
        UnaryOp::BitNot => Some(!value),
    }
}

fn binary(op: BinaryOp, a: i32, b: i32) -> Result<i32, &'static str> {
    let shift = |b: i32| u32::try_from(b).ok().filter(|b| *b < 32).ok_or("a shift out of range");
    let truth = |b: bool| Ok(i32::from(b));
    match op {
        BinaryOp::Add => a.checked_add(b).ok_or("overflow"),
        BinaryOp::Sub => a.checked_sub(b).ok_or("overflow"),
        BinaryOp::Mul => a.checked_mul(b).ok_or("overflow"),
        BinaryOp::Div if b == 0 => Err("division by zero"),
        BinaryOp::Rem if b == 0 => Err("division by zero"),
        BinaryOp::Div => a.checked_div(b).ok_or("overflow"),
        BinaryOp::Rem => a.checked_rem(b).ok_or("overflow"),
        BinaryOp::BitAnd => Ok(a & b),
        BinaryOp::BitXor => Ok(a ^ b),
        BinaryOp::BitOr => Ok(a | b),
        BinaryOp::Shl => Ok(a.wrapping_shl(shift(b)?)),
        BinaryOp::Shr => Ok(a.wrapping_shr(shift(b)?)),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::And => truth(a != 0 && b != 0),
        BinaryOp::Or => truth(a != 0 || b != 0),
    }
}
