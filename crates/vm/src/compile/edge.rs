//! Edges: guards, effects, and the passage through transit locations.
//!
//! *Idea:* the code of an effect goes on into the code of the transit location it leads to, which tries
//! the edges there one after the other, and so on until a location is reached where states rest. Each
//! transit location of a process is translated once; the one that the code at hand leads to next is put
//! right behind it, so that a straight sequence of statements is a straight sequence of instructions.
//! *Guarantees:* an error belongs to the edge that is being tried (`Try`), a step that gets stuck to the
//! edge last executed (`Taken`), as in the interpreter.

use super::Unit;
use super::chan::{Chan, Ready};
use super::emit::{FAIL, Label, Val};
use crate::code::{ALWAYS, Addr, Group, Handshake, Instr, Receive};
use burnside_ir::{Binary, Edge, EdgeId, Expr, FaultKind, Guard, Id, LocId, Op, Pattern, Place};

impl Unit<'_, '_> {
    /// Compiles one edge with one choice of its parameters; `None` if it is never enabled.
    pub fn group(&mut self, id: EdgeId, edge: &Edge) -> Option<(Group, Option<Handshake>)> {
        let is_else = edge.guard == Guard::Else;
        let never = match &edge.guard {
            Guard::When(Expr::Int(0)) => true,
            Guard::When(guard) => self.is_pure(guard) && self.only_taken_over(&edge.op),
            Guard::Else => false, // it counts as enabled for those who ask
        };
        if never {
            return None;
        }
        self.asm.release(0);
        let start = self.asm.entry();
        if let Guard::When(guard) = &edge.guard {
            self.branch(guard, false, FAIL);
        }
        let ready = self.ready(&edge.op, false, FAIL);
        let guard = match self.asm.here() == start {
            true => ALWAYS,
            false => {
                self.asm.emit_enabled();
                start
            }
        };
        let effect = self.asm.entry();
        self.effect(&edge.op, ready);
        self.arrive(edge, true);
        self.place_transit();
        let group =
            Group { guard, effect, site: self.site(id), handshake: 0, rank: edge.rank, is_else };
        Some((group, self.handshake(edge)))
    }

    fn site(&self, id: EdgeId) -> u32 {
        let template = self.template.expect("edges belong to a template");
        self.cx.sites.site(self.own(), template, id)
    }

    /// Is it a receive from a rendezvous channel, which happens only together with a send?
    fn only_taken_over(&self, op: &Op) -> bool {
        match op {
            Op::Receive { chan, keep: false, .. } => {
                self.known_chan(chan).is_some_and(|id| self.cx.chans[id as usize].capacity == 0)
            }
            _ => false,
        }
    }

    /// The sending side of a rendezvous, if the edge can be one.
    fn handshake(&mut self, edge: &Edge) -> Option<Handshake> {
        let Op::Send { chan, args, .. } = &edge.op else { return None };
        if self.known_chan(chan).is_some_and(|id| self.cx.chans[id as usize].capacity > 0) {
            return None;
        }
        self.asm.release(0);
        let message = self.asm.entry();
        if self.is_transit(edge.to) {
            self.asm.emit(Instr::Fault { kind: FaultKind::RendezvousInStep });
        } else {
            let chan = self.chan(chan);
            self.message(chan, args);
        }
        self.asm.emit_done(false);
        let arrive = self.asm.entry();
        self.store_last();
        self.store_location(edge.to);
        self.reset(edge.to);
        self.asm.emit_done(false);
        Some(Handshake { message, arrive })
    }

    /// The receiving side of a rendezvous, if the edge can be one.
    pub fn take_over_edge(&mut self, id: EdgeId, edge: &Edge) -> Option<Receive> {
        let (Op::Receive { chan, fields, keep: false, .. }, Guard::When(guard)) =
            (&edge.op, &edge.guard)
        else {
            return None;
        };
        let known = self.known_chan(chan);
        let buffered = known.is_some_and(|id| self.cx.chans[id as usize].capacity > 0);
        let pure = self.is_pure(guard);
        if *guard == Expr::Int(0) || (buffered && pure) {
            return None;
        }
        self.asm.release(0);
        let start = self.asm.entry();
        self.branch(guard, false, FAIL);
        self.take_over_ready(chan, fields, FAIL);
        self.asm.emit_enabled();
        let effect = self.asm.entry();
        self.store_last();
        if self.cx.looks {
            self.store_location(edge.to);
        }
        self.take_over(fields);
        self.go_on(edge, !self.cx.looks);
        self.place_transit();
        let only = if pure { known.unwrap_or(u32::MAX) } else { u32::MAX };
        Some(Receive { guard: start, effect, site: self.site(id), only, rank: edge.rank })
    }

    /// Goes to `fail` unless the operation can be carried out.
    fn ready(&mut self, op: &Op, in_step: bool, fail: Label) -> Ready {
        match op {
            Op::Send { chan, .. } => self.send_ready(chan, in_step, fail),
            Op::Receive { chan, fields, anywhere, keep } => {
                self.receive_ready(chan, fields, *anywhere, *keep, fail)
            }
            Op::End => {
                // Only the youngest may end: the slot behind must be empty.
                if let Some(next) = self.cx.layout.slots.get(self.own() + 1) {
                    let cell = self.cx.layout.classes[next.class].cell;
                    self.compare_field(Binary::Ne, next.bit(), cell, 0, true, fail);
                }
                NOTHING
            }
            _ => NOTHING,
        }
    }

    /// Carries out an operation that can be.
    fn effect(&mut self, op: &Op, ready: Ready) {
        match op {
            Op::Skip => {}
            Op::Assign(list) => list.iter().for_each(|(place, e)| self.assign(place, e)),
            Op::Send { args, sorted, .. } => self.send(ready.chan, args, *sorted),
            Op::Receive { fields, keep, .. } => self.receive(ready, fields, *keep),
            Op::Run { template, args, priority, pid } => {
                for (i, arg) in args.iter().enumerate() {
                    let mark = self.asm.mark();
                    let value = self.value(arg);
                    let src = self.asm.in_reg(value);
                    self.asm.emit(Instr::SetArg { index: i as u16, src });
                    self.asm.release(mark);
                }
                let (dst, args) = (self.asm.reg(), args.len() as u16);
                let (template, priority) = (template.0, *priority);
                self.asm.emit(Instr::Run { dst, args, template, priority });
                if let Some(place) = pid {
                    self.store(place, Val::Reg(dst), false);
                }
            }
            Op::End => {
                let slot = &self.cx.layout.slots[self.own()];
                let (byte, len) = (slot.byte as u32, slot.bytes as u32);
                self.asm.emit(Instr::Clear { byte, len });
            }
            Op::Assert(e) => {
                let holds = self.asm.label();
                self.branch(e, true, holds);
                self.asm.emit(Instr::Note);
                self.asm.bind(holds);
            }
            Op::Print(_, args) => args.iter().for_each(|e| {
                if !self.is_pure(e) {
                    let mark = self.asm.mark();
                    self.value(e);
                    self.asm.release(mark);
                }
            }),
            Op::SetPriority(pid, value) => {
                let pid = self.value(pid);
                let pid = self.asm.in_reg(pid);
                let value = self.value(value);
                let value = self.asm.in_reg(value);
                self.asm.emit(Instr::SetPriority { pid, value });
            }
        }
    }

    /// The end of an edge: the process is at its target, unless it is gone.
    fn arrive(&mut self, edge: &Edge, first: bool) {
        if first {
            self.store_last();
        }
        if edge.op == Op::End {
            return self.asm.emit_done(false);
        }
        if self.cx.looks {
            self.store_location(edge.to);
        }
        let stays = first && edge.to == edge.from;
        self.go_on(edge, !self.cx.looks && !stays);
    }

    /// Goes on from the target of an edge.
    fn go_on(&mut self, edge: &Edge, store: bool) {
        if self.is_transit(edge.to) {
            let label = self.transit_label(edge.to);
            return self.asm.jump(label);
        }
        if store {
            self.store_location(edge.to);
        }
        self.reset(edge.to);
        self.asm.emit_done(edge.hold);
    }

    /// Forgets the variables that are dead at a location.
    fn reset(&mut self, loc: LocId) {
        let template = self.template.expect("locations belong to a template");
        let template = self.cx.system.template(template);
        for var in template.loc(loc).reset.clone() {
            let zero = Val::Const(template.var(var).ty.zero());
            self.store(&Place::own(var), zero, true);
        }
    }

    fn is_transit(&self, loc: LocId) -> bool {
        let template = self.template.expect("locations belong to a template");
        self.cx.system.template(template).loc(loc).transit
    }

    fn store_last(&mut self) {
        if let Some((bit, cell)) = self.cx.layout.last {
            self.store_field(bit, cell, Val::Const(self.own() as i32));
        }
    }

    fn store_location(&mut self, loc: LocId) {
        let number = self.own_layout().numbers[loc.index()];
        let cell = self.cx.layout.classes[self.cx.layout.slots[self.own()].class].cell;
        self.store_field(self.block(), cell, Val::Const(number as i32));
    }

    /// The label of a transit location, whose code is still to be placed if it is new.
    fn transit_label(&mut self, loc: LocId) -> Label {
        match self.transit[loc.index()] {
            Some(label) => label,
            None => {
                let label = self.asm.label();
                self.transit[loc.index()] = Some(label);
                self.unplaced.push(loc);
                label
            }
        }
    }

    /// Places the code of the transit locations that were mentioned, the last one first: it is the one
    /// to which the code at hand jumps.
    fn place_transit(&mut self) {
        while let Some(loc) = self.unplaced.pop() {
            let label = self.transit_label(loc);
            self.asm.drop_jump_to(label);
            self.asm.bind(label);
            self.transit_location(loc);
        }
    }

    /// Tries the edges of a transit location one after the other.
    fn transit_location(&mut self, loc: LocId) {
        let template = self.cx.system.template(self.template.expect("a process"));
        for id in template.out(loc) {
            for params in super::parameter_values(template.edge(id)) {
                self.params = params;
                let edge = self.fold_edge(template.edge(id));
                if matches!(edge.guard, Guard::When(Expr::Int(0))) {
                    continue;
                }
                self.asm.release(0);
                let next = self.asm.label();
                if !self.edge_is_pure(&edge) {
                    self.asm.emit(Instr::Try { site: self.site(id) });
                }
                if let Guard::When(guard) = &edge.guard {
                    self.branch(guard, false, next);
                }
                let ready = self.ready(&edge.op, true, next);
                self.effect(&edge.op, ready);
                self.asm.emit(Instr::Taken { site: self.site(id) });
                self.arrive(&edge, false);
                if !self.asm.is_used(next) {
                    return; // this edge is always enabled
                }
                self.asm.bind(next);
            }
        }
        self.asm.emit(Instr::Stuck);
    }

    /// The edge with everything folded that is known here.
    pub fn fold_edge(&self, edge: &Edge) -> Edge {
        edge.clone().map(&mut |e| self.fold_node(e))
    }

    /// Can a folded expression not fail?
    pub fn is_pure(&self, e: &Expr) -> bool {
        let mut pure = true;
        e.walk(&mut |e| pure &= self.node_is_pure(e));
        pure
    }

    /// Can a folded expression not fail if its operands do not?
    fn node_is_pure(&self, e: &Expr) -> bool {
        match e {
            Expr::Load(place) => self.known_field(place).is_some(),
            Expr::Binary(Binary::Div | Binary::Rem, _, b) => matches!(**b, Expr::Int(v) if v != 0),
            Expr::Len(chan) | Expr::Test(_, chan) => self.known_chan(chan).is_some(),
            Expr::Poll { .. } | Expr::Enabled(_) => false,
            _ => true,
        }
    }

    /// Can a folded edge not fail?
    fn edge_is_pure(&self, edge: &Edge) -> bool {
        let op = match &edge.op {
            Op::Skip | Op::End | Op::Print(..) => true,
            Op::Assign(list) => list.iter().all(|(place, _)| self.is_pure_target(place)),
            Op::Receive { chan, fields, .. } => {
                self.known_chan(chan).is_some_and(|id| {
                    let layout = &self.cx.chans[id as usize];
                    layout.capacity > 0 && fields.len() <= layout.fields.len()
                }) && fields.iter().all(|p| match p {
                    Pattern::Bind(place) => self.is_pure_target(place),
                    Pattern::Match(_) | Pattern::Any => true,
                })
            }
            Op::Send { .. } | Op::Run { .. } | Op::Assert(_) | Op::SetPriority(..) => false,
        };
        let mut pure = op;
        edge.walk(&mut |e| pure &= self.node_is_pure(e));
        pure
    }

    fn is_pure_target(&self, place: &Place) -> bool {
        let wraps = !matches!(self.var(place).ty.repr, burnside_ir::Repr::Range(..));
        wraps && self.known_field(place).is_some()
    }

    /// Compiles the `provided` clause, as a guard.
    pub fn provided(&mut self, e: &Expr) -> Addr {
        self.asm.release(0);
        let start = self.asm.entry();
        let e = self.fold(e);
        self.branch(&e, false, FAIL);
        self.asm.emit_enabled();
        start
    }
}

/// For operations that need nothing.
const NOTHING: Ready = Ready { chan: Chan::Known(u32::MAX), position: Val::Const(0) };
