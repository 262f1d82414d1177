//! Variables that never change are constants.
//!
//! *Idea:* a variable that no edge writes keeps its initial value, so a read of it is that value. Above all
//! this turns `chan q = [2] of { byte }` into a channel that is known statically.
//! *Guarantees:* a read with an index that is not constant stays, so that it is still checked at run time.

use std::collections::HashSet;

use super::fold::fold_expr;
use crate::entity::{ChanId, Id, VarId};
use crate::expr::{Expr, Pattern, Place, Scope};
use crate::system::{Edge, Init, Op, System, Template, Var};

/// Replaces reads of variables that are never written, in the system and in the given expressions.
pub fn resolve_constants(system: &mut System, propositions: &mut [Expr]) {
    let written: HashSet<VarId> = (system.templates.iter())
        .flat_map(|t| t.edges.iter().flat_map(written_places))
        .filter(|p| p.scope == Scope::Global)
        .map(|p| p.var)
        .collect();
    let globals = system.globals.clone();
    let replace_global = |e: Expr| match e {
        Expr::Load(p) if p.scope == Scope::Global && !written.contains(&p.var) => {
            constant(&globals[p.var.index()], &p, Expr::Chan).unwrap_or(Expr::Load(p))
        }
        e => e,
    };
    for t in &mut system.templates {
        let own_written: HashSet<VarId> = (t.edges.iter().flat_map(written_places))
            .filter(|p| p.scope == Scope::Own)
            .map(|p| p.var)
            .collect();
        let (vars, params) = (t.vars.clone(), t.params);
        map_template(t, &mut |e| match replace_global(e) {
            Expr::Load(p)
                if p.scope == Scope::Own
                    && p.var.index() >= params
                    && !own_written.contains(&p.var) =>
            {
                constant(&vars[p.var.index()], &p, Expr::OwnChan).unwrap_or(Expr::Load(p))
            }
            e => e,
        });
    }
    for e in propositions {
        *e = fold_expr(e.clone().map(&mut |e| replace_global(e)));
    }
}

/// The places that an edge may write.
pub(super) fn written_places(edge: &Edge) -> Vec<&Place> {
    match &edge.op {
        Op::Assign(list) => list.iter().map(|(p, _)| p).collect(),
        Op::Receive { fields, .. } => fields
            .iter()
            .filter_map(|f| if let Pattern::Bind(p) = f { Some(p) } else { None })
            .collect(),
        Op::Run { pid, .. } => pid.iter().collect(),
        _ => Vec::new(),
    }
}

fn map_template(t: &mut Template, f: &mut dyn FnMut(Expr) -> Expr) {
    let edges = std::mem::take(&mut t.edges);
    t.edges = edges.into_iter().map(|e| e.map(f)).collect();
    t.provided = t.provided.take().map(|e| e.map(f));
}

/// The value of a cell of a variable that is never written, if its initial value is known.
fn constant(var: &Var, place: &Place, chan: fn(ChanId) -> Expr) -> Option<Expr> {
    let mut cell = 0;
    for (dim, index) in var.dims.iter().zip(&place.index) {
        let Expr::Int(i) = fold_expr(index.clone()) else { return None };
        let i = u32::try_from(i).ok().filter(|i| *i < dim.len)?;
        cell = cell * dim.len as usize + i as usize;
    }
    match &var.init {
        Init::Cells(values) => Some(Expr::Int(var.ty.store(values[cell.min(values.len() - 1)])?)),
        Init::Chans(first) => Some(chan(ChanId::new(first.index() + cell))),
        Init::Expr(e) => match fold_expr(e.clone()) {
            Expr::Int(v) => Some(Expr::Int(var.ty.store(v)?)),
            _ => None,
        },
        Init::Any(_) => None,
    }
}

/// Forgets what is written to the given global variables, as far as nothing ever reads them.
pub fn drop_unread(system: &mut System, propositions: &[Expr], candidates: &[VarId]) {
    let mut read = HashSet::new();
    let mut note = |e: &Expr| {
        if let Expr::Load(Place { scope: Scope::Global, var, .. }) = e {
            read.insert(*var);
        }
    };
    system.walk(&mut note);
    propositions.iter().for_each(|e| e.walk(&mut note));
    let unread: HashSet<VarId> = candidates.iter().copied().filter(|v| !read.contains(v)).collect();
    let dropped = |p: &Place| p.scope == Scope::Global && unread.contains(&p.var);
    for edge in system.templates.iter_mut().flat_map(|t| &mut t.edges) {
        match &mut edge.op {
            Op::Assign(list) => {
                list.retain(|(p, _)| !dropped(p));
                if list.is_empty() {
                    edge.op = Op::Skip;
                }
            }
            Op::Receive { fields, .. } => {
                for f in fields {
                    if matches!(f, Pattern::Bind(p) if dropped(p)) {
                        *f = Pattern::Any;
                    }
                }
            }
            Op::Run { pid, .. } if pid.as_ref().is_some_and(dropped) => *pid = None,
            _ => {}
        }
    }
}
