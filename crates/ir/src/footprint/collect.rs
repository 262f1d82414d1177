//! Footprints of expressions and of single edges.

use super::constant::Actor;
use super::slot::{Cells, ChanSlot, Slot, Who};
use super::{ChanOp, Footprint, Footprints};
use crate::entity::{EdgeId, Id, TemplateId};
use crate::expr::{Expr, Pattern, Place, Scope};
use crate::system::{Edge, Guard, Init, Op, Scheduling};

impl Footprints<'_> {
    /// Adds what the computation of an expression reads.
    pub(super) fn value(&self, actor: Option<&Actor>, e: &Expr, out: &mut Footprint) {
        e.walk(&mut |e| self.node(actor, e, out));
    }

    /// Adds what an expression itself reads, without its parts.
    fn node(&self, actor: Option<&Actor>, e: &Expr, out: &mut Footprint) {
        match e {
            Expr::Load(place) => {
                out.reads.insert(self.slot(actor, place));
                if matches!(place.scope, Scope::Of(..)) {
                    out.reads.insert(Slot::Processes);
                }
            }
            Expr::Len(chan) | Expr::Test(_, chan) => self.query(actor, chan, 0, out),
            Expr::Poll { chan, fields, .. } => self.query(actor, chan, fields.len(), out),
            Expr::Timeout => {
                out.asks.timeout = true;
                out.reads.insert(Slot::Everything);
            }
            Expr::Enabled(_) => {
                out.asks.enabled = true;
                out.reads.insert(Slot::Everything);
            }
            Expr::Running => out.reads.insert(Slot::Processes),
            Expr::LastPid => {
                out.asks.last = true;
                out.reads.insert(Slot::Last);
            }
            Expr::NonProgress => {
                out.asks.nonprogress = true;
                out.reads.insert(Slot::Pc(None, Who::Any));
                out.reads.insert(Slot::Processes);
            }
            Expr::Pc(pid) => {
                out.reads.insert(Slot::Pc(None, self.who(actor, pid)));
                out.reads.insert(Slot::Processes);
            }
            Expr::At(t, pid, _) => {
                out.reads.insert(Slot::Pc(Some(*t), self.who(actor, pid)));
                out.reads.insert(Slot::Processes);
            }
            Expr::Priority(pid) => {
                out.asks.priority = true;
                out.reads.insert(Slot::Priority(self.who(actor, pid)));
                out.reads.insert(Slot::Processes);
            }
            Expr::Int(_)
            | Expr::SelfPid
            | Expr::Param(_)
            | Expr::Chan(_)
            | Expr::OwnChan(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cond(_) => {}
        }
    }

    /// A question about a channel depends on both its ends.
    fn query(&self, actor: Option<&Actor>, chan: &Expr, fields: usize, out: &mut Footprint) {
        for chan in self.channels(actor, chan, fields) {
            self.uses(actor, chan, ChanOp::Query, out);
            out.reads.insert(Slot::Head(chan));
            out.reads.insert(Slot::Tail(chan));
        }
    }

    /// Notes the use of a channel. That of another process is there only as long as the process is.
    fn uses(&self, actor: Option<&Actor>, chan: ChanSlot, op: ChanOp, out: &mut Footprint) {
        out.channels.insert((chan, op));
        if let ChanSlot::Own(t, who, _) = chan
            && actor.is_none_or(|a| a.template != t || a.who != who || who == Who::Any)
        {
            out.reads.insert(Slot::Processes);
        }
    }

    /// The slot of a place.
    fn slot(&self, actor: Option<&Actor>, place: &Place) -> Slot {
        let (template, who) = match &place.scope {
            Scope::Global => {
                let cells = self.cells(actor, self.var(None, place.var), &place.index);
                return Slot::Global(place.var, cells);
            }
            Scope::Own => match actor {
                Some(actor) => (actor.template, actor.who),
                None => return Slot::Everything, // no verified system has this
            },
            Scope::Of(t, pid) => (*t, self.who(actor, pid)),
        };
        let cells = self.cells(actor, self.var(Some(template), place.var), &place.index);
        Slot::Local(template, who, place.var, cells)
    }

    /// Adds the writing of a place.
    fn write(&self, actor: &Actor, place: &Place, out: &mut Footprint) {
        place.walk(&mut |e| self.node(Some(actor), e, out));
        let slot = self.slot(Some(actor), place);
        out.may_write.insert(slot);
        let certain = match slot {
            Slot::Global(_, cells) => cells != Cells::All,
            Slot::Local(_, who, _, cells) => who != Who::Any && cells != Cells::All,
            _ => false,
        };
        if certain {
            out.must_write.insert(slot);
        }
    }

    // ---- When an edge is enabled ----

    /// What the edge's guard and operation wait for, other edges aside. Of a rendezvous only the own
    /// part; the partner's is added by the group.
    fn condition(&self, actor: &Actor, edge: &Edge) -> Footprint {
        let mut out = Footprint::default();
        let some = Some(actor);
        if let Guard::When(e) = &edge.guard {
            self.value(some, e, &mut out);
        }
        if let Some(e) = &self.system.template(actor.template).provided {
            self.value(some, e, &mut out);
        }
        match &edge.op {
            Op::Send { chan, .. } => self.value(some, chan, &mut out),
            Op::Receive { chan, fields, .. } => {
                self.value(some, chan, &mut out);
                for pattern in fields {
                    if let Pattern::Match(e) = pattern {
                        self.value(some, e, &mut out);
                    }
                }
            }
            Op::End => out.reads.insert(Slot::Processes),
            _ => {}
        }
        // What is read so far decides in either direction; the ends of channels only in one.
        out.enabling = out.reads.clone();
        out.disabling = out.reads.clone();
        for (chan, op) in self.operation(actor, edge) {
            self.uses(some, chan, op, &mut out);
            if self.declaration(chan).capacity == 0 {
                continue;
            }
            let (head, tail) = (Slot::Head(chan), Slot::Tail(chan));
            match op {
                // Room is made by receives and filled by sends.
                ChanOp::Send => {
                    out.reads.insert(tail);
                    out.enabling.insert(head);
                    out.disabling.insert(tail);
                }
                ChanOp::SendSorted => {
                    out.reads.insert(head);
                    out.reads.insert(tail);
                    out.enabling.insert(head);
                    out.disabling.insert(tail);
                }
                // A new first message comes from a send into an empty channel or from a receive; only
                // a receive takes it away. (A sorted send writes both ends.)
                ChanOp::Receive | ChanOp::Peek => {
                    out.reads.insert(head);
                    out.enabling.insert(head);
                    out.enabling.insert(tail);
                    out.disabling.insert(head);
                }
                // A matching message comes from a send only.
                ChanOp::ReceiveAny | ChanOp::PeekAny => {
                    out.reads.insert(head);
                    out.enabling.insert(tail);
                    out.disabling.insert(head);
                }
                ChanOp::Query => {}
            }
        }
        out
    }

    /// The channels that an edge sends to or receives from.
    fn operation(&self, actor: &Actor, edge: &Edge) -> Vec<(ChanSlot, ChanOp)> {
        let (chan, fields, op) = match &edge.op {
            Op::Send { chan, args, sorted: false } => (chan, args.len(), ChanOp::Send),
            Op::Send { chan, args, sorted: true } => (chan, args.len(), ChanOp::SendSorted),
            Op::Receive { chan, fields, anywhere, keep } => {
                let op = match (keep, anywhere) {
                    (false, false) => ChanOp::Receive,
                    (false, true) => ChanOp::ReceiveAny,
                    (true, false) => ChanOp::Peek,
                    (true, true) => ChanOp::PeekAny,
                };
                (chan, fields.len(), op)
            }
            _ => return Vec::new(),
        };
        self.channels(Some(actor), chan, fields).into_iter().map(|c| (c, op)).collect()
    }

    /// Adds that edges before it at the same location must be disabled: for `else` all of them, and
    /// else those of lower rank. What disables them enables this one, and the other way round.
    fn precedence(&self, actor: &Actor, id: EdgeId, out: &mut Footprint) {
        let t = self.system.template(actor.template);
        let edge = t.edge(id);
        let before = t.out(edge.from).take_while(|e| *e < id).map(|e| t.edge(e));
        let counts = |other: &&Edge| edge.guard == Guard::Else || other.rank < edge.rank;
        for other in before.filter(counts) {
            let condition = self.condition(actor, other);
            out.asks.otherwise = true;
            out.asks.add(condition.asks);
            out.reads.extend(&condition.reads);
            out.channels.extend(condition.channels);
            out.enabling.extend(&condition.disabling);
            out.disabling.extend(&condition.enabling);
            // An edge that itself waits for others turns their conditions round once more.
            if other.guard == Guard::Else || other.rank > 0 {
                out.enabling.extend(&condition.enabling);
                out.disabling.extend(&condition.disabling);
            }
            // For `else` a rendezvous does not count as enabled.
            if other.rank < edge.rank && self.is_rendezvous(actor, other) {
                self.rendezvous_condition(actor, other, out);
            }
        }
    }

    // ---- Rendezvous ----

    /// May the edge be half of a rendezvous?
    pub(super) fn is_rendezvous(&self, actor: &Actor, edge: &Edge) -> bool {
        self.operation(actor, edge).iter().any(|(c, _)| self.declaration(*c).capacity == 0)
    }

    /// Is the edge a receive that only a partner can bring about?
    pub(super) fn is_passive(&self, actor: &Actor, edge: &Edge) -> bool {
        let chans = self.operation(actor, edge);
        let unbuffered = |(c, _): &(ChanSlot, ChanOp)| self.declaration(*c).capacity == 0;
        matches!(edge.op, Op::Receive { .. }) && !chans.is_empty() && chans.iter().all(unbuffered)
    }

    /// The receives that may be the second half of a rendezvous.
    pub(super) fn rendezvous_receivers(&self) -> Vec<(TemplateId, EdgeId)> {
        let mut found = Vec::new();
        for (t, template) in self.system.templates() {
            for (i, edge) in template.edges.iter().enumerate() {
                let receives = matches!(edge.op, Op::Receive { .. });
                if receives && self.is_rendezvous(&Actor::partner(t), edge) {
                    found.push((t, EdgeId::new(i)));
                }
            }
        }
        found
    }

    /// The receives that may meet a send.
    pub(super) fn partners(&self, actor: &Actor, send: &Edge) -> Vec<(TemplateId, EdgeId)> {
        if !matches!(send.op, Op::Send { .. }) {
            return Vec::new();
        }
        let chans = self.operation(actor, send);
        let unbuffered = |c: &ChanSlot| self.declaration(*c).capacity == 0;
        let meets = |&(t, e): &(TemplateId, EdgeId)| {
            let partner = Actor::partner(t);
            let other = self.operation(&partner, self.system.template(t).edge(e));
            let mine = || chans.iter().map(|(c, _)| *c).filter(|c| unbuffered(c));
            other.iter().any(|(theirs, _)| mine().any(|c| c.overlaps(*theirs)))
        };
        self.receivers.iter().copied().filter(meets).collect()
    }

    /// Adds what a rendezvous waits for on the other side: for a send the receivers, for a receive any
    /// process.
    pub(super) fn rendezvous_condition(&self, actor: &Actor, edge: &Edge, out: &mut Footprint) {
        let mut slots = Footprint::default();
        for (t, e) in self.partners(actor, edge) {
            let partner = Actor::partner(t);
            slots.reads.insert(Slot::Pc(Some(t), Who::Any));
            let mut condition = self.condition(&partner, self.system.template(t).edge(e));
            self.precedence_of_partner(&partner, e, &mut condition);
            slots.reads.extend(&condition.reads);
            slots.reads.extend(&condition.enabling);
            slots.reads.extend(&condition.disabling);
            out.asks.add(condition.asks);
        }
        if matches!(edge.op, Op::Receive { .. }) {
            slots.reads.insert(Slot::Everything);
        }
        out.reads.extend(&slots.reads);
        out.enabling.extend(&slots.reads);
        out.disabling.extend(&slots.reads);
    }

    /// A receiver's edge may stand behind others, too. That those may be rendezvous themselves would
    /// lead round in a circle, so that case is taken for the worst.
    fn precedence_of_partner(&self, partner: &Actor, id: EdgeId, out: &mut Footprint) {
        let t = self.system.template(partner.template);
        let edge = t.edge(id);
        let before = t.out(edge.from).take_while(|e| *e < id).map(|e| t.edge(e));
        for other in before.filter(|o| edge.guard == Guard::Else || o.rank < edge.rank) {
            out.reads.extend(&self.condition(partner, other).reads);
            if self.is_rendezvous(partner, other) {
                out.reads.insert(Slot::Everything);
            }
        }
    }

    // ---- What an edge does ----

    /// The footprint of one edge, with what it waits for but without partners and without what follows.
    pub(super) fn effect(&self, actor: &Actor, id: EdgeId) -> Footprint {
        let t = self.system.template(actor.template);
        let edge = t.edge(id);
        let pc = Slot::Pc(Some(actor.template), actor.who);
        let mut out = self.condition(actor, edge);
        self.precedence(actor, id, &mut out);
        out.reads.insert(pc);
        out.enabling.insert(pc);
        out.disabling.insert(pc);
        if edge.from == t.entry && self.started[actor.template.index()] {
            out.enabling.insert(Slot::Processes);
        }
        if self.system.scheduling == Scheduling::Priority {
            out.asks.priority = true;
            for set in [&mut out.reads, &mut out.enabling, &mut out.disabling] {
                set.insert(Slot::Everything);
            }
        }
        self.operate(actor, edge, &mut out);
        out.may_write.insert(pc);
        if actor.who != Who::Any {
            out.must_write.insert(pc);
        }
        if self.system.remember_last {
            out.may_write.insert(Slot::Last);
            out.must_write.insert(Slot::Last);
        }
        out
    }

    /// Adds what the operation reads beside its condition, and what it writes.
    fn operate(&self, actor: &Actor, edge: &Edge, out: &mut Footprint) {
        let some = Some(actor);
        match &edge.op {
            Op::Skip => {}
            Op::Assign(list) => {
                for (place, e) in list {
                    self.value(some, e, out);
                    self.write(actor, place, out);
                }
            }
            Op::Send { args, .. } => args.iter().for_each(|e| self.value(some, e, out)),
            Op::Receive { fields, .. } => {
                for pattern in fields {
                    if let Pattern::Bind(place) = pattern {
                        self.write(actor, place, out);
                    }
                }
            }
            Op::Run { template, args, pid, .. } => {
                args.iter().for_each(|e| self.value(some, e, out));
                self.initial_reads(*template, out);
                out.starts.insert(*template);
                out.reads.insert(Slot::Processes);
                out.may_write.insert(Slot::Processes);
                pid.iter().for_each(|place| self.write(actor, place, out));
            }
            Op::End => {
                out.ends = true;
                out.may_write.insert(Slot::Processes);
            }
            Op::Assert(e) => self.value(some, e, out),
            Op::Print(_, args) => args.iter().for_each(|e| self.value(some, e, out)),
            Op::SetPriority(pid, priority) => {
                self.value(some, pid, out);
                self.value(some, priority, out);
                out.reads.insert(Slot::Processes);
                out.may_write.insert(Slot::Priority(self.who(some, pid)));
            }
        }
        for (chan, op) in self.operation(actor, edge) {
            if self.declaration(chan).capacity == 0 {
                continue;
            }
            if matches!(op, ChanOp::Receive | ChanOp::ReceiveAny | ChanOp::SendSorted) {
                out.may_write.insert(Slot::Head(chan));
            }
            if matches!(op, ChanOp::Send | ChanOp::SendSorted) {
                out.may_write.insert(Slot::Tail(chan));
            }
        }
    }

    /// What the initial values of a new process read, apart from the process itself.
    fn initial_reads(&self, template: TemplateId, out: &mut Footprint) {
        let new = Actor::of(template);
        let t = self.system.template(template);
        let mut reads = Footprint::default();
        for var in &t.vars[t.params..] {
            if let Init::Expr(e) = &var.init {
                self.value(Some(&new), e, &mut reads);
            }
        }
        let foreign = |s: &Slot| !matches!(s, Slot::Local(t, Who::Own, ..) if *t == template);
        out.reads.extend(&reads.reads.iter().filter(foreign).collect());
        out.asks.add(reads.asks);
    }
}
