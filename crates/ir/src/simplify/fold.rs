//! Constant folding.
//!
//! *Idea:* an operator on constants is a constant; `&&`, `||` and `->:` with a constant on their left
//! disappear. *Guarantees:* run-time errors stay: a division by zero is not folded, and an operand that
//! would be evaluated is never dropped.

use crate::expr::{Binary, Expr, Unary};
use crate::system::{Init, System};

/// Folds every expression of the system.
pub fn fold(system: &mut System) {
    for t in &mut system.templates {
        let edges = std::mem::take(&mut t.edges);
        t.edges = edges.into_iter().map(|e| e.map(&mut fold_node)).collect();
        t.provided = t.provided.take().map(fold_expr);
        for var in &mut t.vars {
            if let Init::Expr(e) = &mut var.init {
                *e = fold_expr(e.clone());
            }
        }
    }
}

/// Folds an expression.
pub fn fold_expr(e: Expr) -> Expr {
    e.map(&mut fold_node)
}

fn fold_node(e: Expr) -> Expr {
    let int = |e: &Expr| if let Expr::Int(v) = e { Some(*v) } else { None };
    match e {
        Expr::Unary(op, a) => match int(&a) {
            Some(v) => Expr::Int(op.apply(v)),
            None => Expr::Unary(op, a),
        },
        Expr::Binary(op, a, b) => match (op, int(&a), int(&b)) {
            (Binary::And, Some(0), _) => Expr::Int(0),
            (Binary::Or, Some(v), _) if v != 0 => Expr::TRUE,
            (_, Some(x), Some(y)) => match op.apply(x, y) {
                Some(v) => Expr::Int(v),
                None => Expr::Binary(op, a, b),
            },
            (Binary::And, Some(_), None) | (Binary::Or, Some(_), None) => truth(*b),
            _ => Expr::Binary(op, a, b),
        },
        Expr::Cond(parts) => match (int(&parts[0]), *parts) {
            (Some(0), [_, _, no]) => no,
            (Some(_), [_, yes, _]) => yes,
            (None, parts) => Expr::Cond(Box::new(parts)),
        },
        e => e,
    }
}

/// An expression as 0 or 1.
fn truth(e: Expr) -> Expr {
    let boolean = match &e {
        Expr::Unary(Unary::Not, _) | Expr::Test(..) | Expr::Poll { .. } | Expr::At(..) => true,
        Expr::Binary(op, ..) => {
            use Binary::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
            matches!(op, And | Or | Eq | Ne | Lt | Le | Gt | Ge)
        }
        _ => false,
    };
    if boolean { e } else { Expr::binary(Binary::Ne, e, Expr::Int(0)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_errors_and_drops_what_is_never_evaluated() {
        let div = Expr::binary(Binary::Div, Expr::Int(1), Expr::Int(0));
        assert_eq!(fold_expr(div.clone()), div);
        assert_eq!(fold_expr(Expr::binary(Binary::And, Expr::Int(0), div.clone())), Expr::Int(0));
        let both = Expr::binary(Binary::And, div.clone(), Expr::Int(0));
        assert_eq!(fold_expr(both.clone()), both);
        let sum = Expr::binary(Binary::Add, Expr::Int(2), Expr::Int(3));
        assert_eq!(fold_expr(Expr::Cond(Box::new([sum, Expr::Int(7), div]))), Expr::Int(7));
    }
}
