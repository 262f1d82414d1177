//! `xr` and `xs`: claims that only one process receives from, or sends to, a channel.
//!
//! *Idea:* SPIN believes them and reduces accordingly. Burnside computes what it needs from footprints and
//! never relies on them; but a claim that the text contradicts is worth a warning.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::promela::ast::{
    Block, Direction, Exclusive, Item, Program, Step, Stmt, StmtKind, VarRef,
};
use crate::promela::resolved::{BodyKind, Resolved, SymbolId};
use crate::promela::visit::{self, Visitor};
use crate::source::Span;

/// Warns of claims that another process's statement contradicts.
pub(super) fn check(program: &Program, resolved: &Resolved, out: &mut Diagnostics) {
    let bodies: Vec<(&str, &Block)> = resolved
        .bodies
        .iter()
        .filter(|b| matches!(b.kind, BodyKind::Proctype | BodyKind::Init))
        .filter_map(|b| match &program.items[b.item] {
            Item::Proctype(p) => Some((&*b.name, &p.body)),
            Item::Init(i) => Some((&*b.name, &i.body)),
            _ => None,
        })
        .collect();
    for (i, (_, body)) in bodies.iter().enumerate() {
        for claim in claims(body) {
            for chan in &claim.channels {
                let Some(symbol) = resolved.var(chan).map(|u| u.symbol) else { continue };
                let others = bodies.iter().enumerate().filter(|(j, _)| *j != i);
                for (_, (name, other)) in others {
                    if let Some(span) = first_use(other, resolved, symbol, claim.direction) {
                        out.push(contradicted(claim, chan, name, span));
                    }
                }
            }
        }
    }
}

fn claims(body: &Block) -> impl Iterator<Item = &Exclusive> {
    body.steps.iter().filter_map(|s| match s {
        Step::Exclusive(x) => Some(x),
        _ => None,
    })
}

fn contradicted(claim: &Exclusive, chan: &VarRef, name: &str, span: Span) -> Diagnostic {
    let (word, verb) = match claim.direction {
        Direction::Receive => ("xr", "receives from"),
        Direction::Send => ("xs", "sends to"),
    };
    let channel = &chan.head.name.name;
    Diagnostic::warning(format!("`{word} {channel}` is not true: `{name}` {verb} it as well"))
        .at(chan.span, "claimed here")
        .also(span, "contradicted here")
        .note("Burnside does not rely on the claim, so the result is right all the same")
}

/// The first statement that uses a channel in a direction.
fn first_use(
    body: &Block,
    resolved: &Resolved,
    symbol: SymbolId,
    direction: Direction,
) -> Option<Span> {
    struct Find<'r> {
        resolved: &'r Resolved,
        symbol: SymbolId,
        direction: Direction,
        found: Option<Span>,
    }
    impl<'a> Visitor<'a> for Find<'_> {
        fn stmt(&mut self, s: &'a Stmt) {
            let chan = match (&s.kind, self.direction) {
                (StmtKind::Send { chan, .. }, Direction::Send)
                | (StmtKind::Receive { chan, .. }, Direction::Receive) => chan,
                _ => return,
            };
            if self.resolved.var(chan).is_some_and(|u| u.symbol == self.symbol) {
                self.found.get_or_insert(s.span);
            }
        }
    }
    let mut find = Find { resolved, symbol, direction, found: None };
    visit::block(body, &mut find);
    find.found
}
