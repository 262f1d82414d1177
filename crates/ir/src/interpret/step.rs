//! Steps: which edges fire, and what they do.

use super::eval::{Context, parameter_values};
use super::{Interpreter, State};
use crate::entity::{EdgeId, Id, TemplateId};
use crate::expr::{Expr, Pattern, Place};
use crate::fault::{Fault, FaultKind};
use crate::system::{ChannelRef, Edge, Guard, Op, Scheduling, Template};

/// How many edges an indivisible step may execute before it counts as endless.
const FUEL: usize = 1_000_000;

/// One step of the system, from a state to a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The edges executed, in order; there is at least one.
    pub actions: Vec<Action>,
    /// The first run-time error, if there was one.
    pub fault: Option<Fault>,
    /// Where it leads; nowhere if a run-time error ended it.
    pub next: Option<State>,
}

/// One edge executed by one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Who.
    pub pid: usize,
    /// The template of the process.
    pub template: TemplateId,
    /// The edge.
    pub edge: EdgeId,
    /// The values of its parameters.
    pub params: Vec<i32>,
    /// The message sent or received.
    pub message: Option<Message>,
    /// The text printed.
    pub printed: Option<String>,
    /// The state behind it, if the interpreter records them (see [`Interpreter::recording`]).
    pub after: Option<Box<State>>,
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The channel.
    pub chan: ChannelRef,
    /// Sent, not received?
    pub sent: bool,
    /// The fields.
    pub values: Vec<i32>,
}

/// A step under way.
#[derive(Clone, Debug)]
struct Run {
    state: State,
    actions: Vec<Action>,
    fault: Option<Fault>,
    /// A run-time error ended it.
    broken: bool,
}

/// A run that has arrived somewhere, and whether this process goes on at once.
struct Pending {
    run: Run,
    pid: usize,
    hold: bool,
}

impl Interpreter<'_> {
    /// All steps from a state, in a fixed order.
    pub fn steps(&self, state: &State) -> Vec<Step> {
        let steps = self.attempt(state, false);
        if steps.is_empty() && self.system.mentions(|e| *e == Expr::Timeout) {
            return self.attempt(state, true);
        }
        steps
    }

    fn attempt(&self, state: &State, timeout: bool) -> Vec<Step> {
        let run = Run { state: state.clone(), actions: Vec::new(), fault: None, broken: false };
        let mut out = Vec::new();
        for pid in 0..state.procs.len() {
            for pending in self.moves(&run, pid, timeout) {
                self.complete(pending, &mut out);
            }
        }
        out
    }

    /// Follows a process that holds control until it lets go or blocks. The states passed on the way are
    /// expanded once each, so that a loop inside an atomic sequence comes to an end; if there is no way
    /// out of it at all, that is a run-time error.
    fn complete(&self, first: Pending, out: &mut Vec<Step>) {
        let emitted = out.len();
        let start = first.run.actions[0].clone();
        // A way past a failed assertion is another way, even to the same state.
        let mut seen: Vec<(usize, Option<Fault>, State)> = Vec::new();
        let mut stack = vec![first];
        while let Some(Pending { run, pid, hold }) = stack.pop() {
            if !hold || run.broken {
                out.push(run.into_step());
                continue;
            }
            let key = (pid, run.fault, run.state.clone());
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let next = self.moves(&run, pid, false);
            if next.is_empty() {
                out.push(run.into_step());
            } else {
                stack.extend(next.into_iter().rev());
            }
        }
        if out.len() == emitted {
            let fault = Fault {
                kind: FaultKind::Endless,
                pid: start.pid,
                template: start.template,
                edge: start.edge,
            };
            out.push(Step { actions: vec![start], fault: Some(fault), next: None });
        }
    }

    /// Every way in which one process can move on from here.
    fn moves(&self, from: &Run, pid: usize, timeout: bool) -> Vec<Pending> {
        let mut found = Vec::new();
        if !self.may_move(&from.state, pid, timeout) {
            return found;
        }
        let t = self.template_of(&from.state, pid);
        let mut taken = false; // some edge so far was enabled
        let mut rank = None; // the rank that takes precedence
        for id in t.out(from.state.procs[pid].loc) {
            let edge = t.edge(id);
            if rank.is_some_and(|r| r < edge.rank) {
                break;
            }
            for params in parameter_values(edge) {
                if edge.guard == Guard::Else && taken {
                    continue;
                }
                let before = found.len();
                let fire = Firing { pid, id, params, timeout };
                if let Err(kind) = self.fire(from, &fire, &mut found) {
                    found.truncate(before);
                    found.push(self.broken(from, &fire, kind));
                }
                if found.len() > before {
                    rank = Some(edge.rank);
                    taken = true;
                }
            }
        }
        found
    }

    /// May the process move at all, as far as `provided` and priorities go?
    fn may_move(&self, state: &State, pid: usize, timeout: bool) -> bool {
        if !self.is_provided(state, pid, timeout) {
            return false;
        }
        let cx = Context { state, pid: None, params: &[], timeout };
        let mine = state.procs[pid].priority;
        self.system.scheduling == Scheduling::Free
            || !(0..state.procs.len()).any(|p| {
                state.procs[p].priority > mine
                    && self.is_provided(state, p, timeout)
                    && self.is_enabled(cx, p)
            })
    }

    fn is_provided(&self, state: &State, pid: usize, timeout: bool) -> bool {
        let cx = Context { state, pid: Some(pid), params: &[], timeout };
        let provided = &self.template_of(state, pid).provided;
        provided.as_ref().is_none_or(|e| self.eval(cx, e).is_ok_and(|v| v != 0))
    }

    fn template_of(&self, state: &State, pid: usize) -> &Template {
        self.system.template(state.procs[pid].template)
    }

    /// Executes one edge if it is enabled, adding the outcome.
    fn fire(&self, from: &Run, f: &Firing, out: &mut Vec<Pending>) -> Result<(), FaultKind> {
        let edge = self.template_of(&from.state, f.pid).edge(f.id);
        let cx = f.context(&from.state);
        if let Guard::When(e) = &edge.guard
            && self.eval(cx, e)? == 0
        {
            return Ok(());
        }
        if let Op::Send { chan, args, .. } = &edge.op {
            let (decl, _) = self.channel(cx, chan)?;
            if decl.capacity == 0 {
                return self.rendezvous(from, f, chan, args, out);
            }
        }
        let mut run = from.clone();
        if self.perform(&mut run, f)? {
            let hold = self.pass_transit(&mut run, f, edge.hold);
            out.push(Pending { run, pid: f.pid, hold });
        }
        Ok(())
    }

    /// A send on a channel without buffer: one outcome for each receive that takes the message.
    fn rendezvous(
        &self,
        from: &Run,
        f: &Firing,
        chan: &Expr,
        args: &[Expr],
        out: &mut Vec<Pending>,
    ) -> Result<(), FaultKind> {
        let edge = self.template_of(&from.state, f.pid).edge(f.id);
        if self.template_of(&from.state, f.pid).loc(edge.to).transit {
            return Err(FaultKind::RendezvousInStep);
        }
        let cx = f.context(&from.state);
        let chan = self.channel_of(cx.state, self.eval(cx, chan)?)?;
        let values = self.message_for(cx, chan, args)?;
        let mut sent = from.clone();
        self.arrive(&mut sent.state, f.pid, edge);
        let message = Message { chan, sent: true, values: values.clone() };
        let template = sent.state.procs[f.pid].template;
        self.record(&mut sent, f, template, Some(message), None);

        let may_receive = |p: usize| {
            p != f.pid && self.is_provided(&sent.state, p, f.timeout) && {
                let mut found = Vec::new();
                self.receivers(&sent, p, chan, &values, f.timeout, &mut found);
                !found.is_empty()
            }
        };
        for p in (0..sent.state.procs.len()).filter(|p| may_receive(*p)) {
            // Under priorities, the receiver must have the highest one among the possible receivers.
            let higher = |q: &usize| sent.state.procs[*q].priority > sent.state.procs[p].priority;
            let outranked = self.system.scheduling == Scheduling::Priority
                && (0..sent.state.procs.len()).filter(higher).any(may_receive);
            if !outranked {
                self.receivers(&sent, p, chan, &values, f.timeout, out);
            }
        }
        Ok(())
    }

    /// The ways in which process `p` can take a message that is being handed over.
    fn receivers(
        &self,
        sent: &Run,
        p: usize,
        chan: ChannelRef,
        values: &[i32],
        timeout: bool,
        out: &mut Vec<Pending>,
    ) {
        let t = self.template_of(&sent.state, p);
        let mut rank = None;
        for id in t.out(sent.state.procs[p].loc) {
            let edge = t.edge(id);
            if rank.is_some_and(|r| r < edge.rank) {
                break;
            }
            for params in parameter_values(edge) {
                let f = Firing { pid: p, id, params, timeout };
                match self.take_over(sent, &f, chan, values) {
                    Ok(None) => continue,
                    Ok(Some(pending)) => out.push(pending),
                    Err(kind) => out.push(self.broken(sent, &f, kind)),
                }
                rank = Some(edge.rank);
            }
        }
    }

    /// Receives a message that is being handed over, if this edge can.
    fn take_over(
        &self,
        sent: &Run,
        f: &Firing,
        chan: ChannelRef,
        values: &[i32],
    ) -> Result<Option<Pending>, FaultKind> {
        let edge = self.template_of(&sent.state, f.pid).edge(f.id);
        let cx = f.context(&sent.state);
        let Op::Receive { chan: mine, fields, keep: false, .. } = &edge.op else {
            return Ok(None);
        };
        let ready = match &edge.guard {
            Guard::When(e) => self.eval(cx, e)? != 0,
            Guard::Else => false,
        };
        if !ready
            || self.channel_of(cx.state, self.eval(cx, mine)?)? != chan
            || !self.matches(cx, values, fields)?
        {
            return Ok(None);
        }
        let mut run = sent.clone();
        run.state.procs[f.pid].loc = edge.to;
        self.bind(&mut run.state, f, fields, values)?;
        self.arrive(&mut run.state, f.pid, edge);
        let message = Message { chan, sent: false, values: values.to_vec() };
        let template = run.state.procs[f.pid].template;
        self.record(&mut run, f, template, Some(message), None);
        let hold = self.pass_transit(&mut run, f, edge.hold);
        Ok(Some(Pending { run, pid: f.pid, hold }))
    }

    /// Goes on through transit locations. Returns whether the last edge holds control.
    fn pass_transit(&self, run: &mut Run, first: &Firing, mut hold: bool) -> bool {
        let pid = first.pid;
        for _ in 0..FUEL {
            let here = |s: &State| s.procs.get(pid).map(|p| p.loc);
            let t = match here(&run.state) {
                Some(loc) if self.template_of(&run.state, pid).loc(loc).transit => {
                    self.template_of(&run.state, pid)
                }
                _ => return hold,
            };
            let loc = run.state.procs[pid].loc;
            match self.transit_edge(run, t, t.out(loc), first) {
                Ok(Some(edge)) => hold = edge.hold,
                Ok(None) => {
                    let last = run.actions.last().map_or(first.id, |a| a.edge);
                    run.fail(&Firing { id: last, ..first.clone() }, FaultKind::Stuck);
                    return false;
                }
                Err((id, kind)) => {
                    let failing = Firing { id, ..first.clone() };
                    let template = run.state.procs[pid].template;
                    self.record(run, &failing, template, None, None);
                    run.fail(&failing, kind);
                    return false;
                }
            }
        }
        run.fail(first, FaultKind::Endless);
        false
    }

    /// Takes the first enabled edge of a transit location.
    fn transit_edge<'t>(
        &self,
        run: &mut Run,
        t: &'t Template,
        edges: impl Iterator<Item = EdgeId>,
        first: &Firing,
    ) -> Result<Option<&'t Edge>, (EdgeId, FaultKind)> {
        for id in edges {
            let edge = t.edge(id);
            for params in parameter_values(edge) {
                let f = Firing { id, params, ..first.clone() };
                let enabled = match &edge.guard {
                    Guard::When(e) => {
                        self.eval(f.context(&run.state), e).map_err(|k| (id, k))? != 0
                    }
                    Guard::Else => true,
                };
                if enabled && self.perform(run, &f).map_err(|k| (id, k))? {
                    return Ok(Some(edge));
                }
            }
        }
        Ok(None)
    }

    /// Carries out the operation of an edge whose guard holds, and moves to its target. Returns false,
    /// and leaves everything as it is, if the operation cannot be carried out now.
    fn perform(&self, run: &mut Run, f: &Firing) -> Result<bool, FaultKind> {
        let edge = self.template_of(&run.state, f.pid).edge(f.id).clone();
        let edge = &edge;
        let before = run.state.clone();
        let cx = f.context(&before);
        let (mut message, mut printed) = (None, None);
        match &edge.op {
            Op::Skip => {}
            Op::Assign(list) => {
                for (place, e) in list {
                    let value = self.eval(f.context(&run.state), e)?;
                    self.assign(&mut run.state, f, place, value)?;
                }
            }
            Op::Send { chan, args, sorted } => {
                let (decl, queue) = self.channel(cx, chan)?;
                if decl.capacity == 0 {
                    return Err(FaultKind::RendezvousInStep);
                }
                if queue.len() >= decl.capacity as usize {
                    return Ok(false);
                }
                let chan = self.channel_of(cx.state, self.eval(cx, chan)?)?;
                let values = self.message_for(cx, chan, args)?;
                let position = match sorted {
                    true => queue.iter().position(|m| *m > values).unwrap_or(queue.len()),
                    false => queue.len(),
                };
                self.queue_mut(&mut run.state, chan).insert(position, values.clone());
                message = Some(Message { chan, sent: true, values });
            }
            Op::Receive { chan, fields, anywhere, keep } => {
                let (decl, queue) = self.channel(cx, chan)?;
                if decl.capacity == 0 && *keep {
                    return Err(FaultKind::PollRendezvous);
                }
                let Some(position) = self.find_message(cx, queue, fields, *anywhere)? else {
                    return Ok(false);
                };
                let values = queue[position].clone();
                let chan = self.channel_of(cx.state, self.eval(cx, chan)?)?;
                if !keep {
                    self.queue_mut(&mut run.state, chan).remove(position);
                }
                self.bind(&mut run.state, f, fields, &values)?;
                message = Some(Message { chan, sent: false, values });
            }
            Op::Run { template, args, priority, pid } => {
                let args: Vec<i32> =
                    args.iter().map(|e| self.eval(cx, e)).collect::<Result<_, _>>()?;
                let child = self.start(&mut run.state, *template, &args, *priority)?;
                if let Some(place) = pid {
                    self.assign(&mut run.state, f, place, child as i32)?;
                }
            }
            Op::End => {
                if f.pid + 1 != run.state.procs.len() {
                    return Ok(false);
                }
                let template = run.state.procs[f.pid].template;
                run.state.procs.pop();
                self.note_last(&mut run.state, f.pid);
                self.record(run, f, template, None, None);
                return Ok(true);
            }
            Op::Assert(e) => {
                if self.eval(cx, e)? == 0 {
                    run.fail(f, FaultKind::Assertion);
                }
            }
            Op::Print(format, args) => {
                let args: Vec<i32> =
                    args.iter().map(|e| self.eval(cx, e)).collect::<Result<_, _>>()?;
                printed = Some(self.format(format, &args));
            }
            Op::SetPriority(pid, value) => {
                let (pid, value) = (self.eval(cx, pid)?, self.eval(cx, value)?);
                if !(1..=255).contains(&value) {
                    return Err(FaultKind::Priority);
                }
                let process = usize::try_from(pid).ok().and_then(|p| run.state.procs.get_mut(p));
                if let Some(process) = process {
                    process.priority = value;
                }
            }
        }
        self.arrive(&mut run.state, f.pid, edge);
        let template = run.state.procs[f.pid].template;
        self.record(run, f, template, message, printed);
        Ok(true)
    }

    /// Moves the process to the target of its edge, where some variables may be reset.
    fn arrive(&self, state: &mut State, pid: usize, edge: &Edge) {
        let template = self.system.template(state.procs[pid].template);
        for var in &template.loc(edge.to).reset {
            state.procs[pid].vars[var.index()].fill(template.var(*var).ty.zero());
        }
        state.procs[pid].loc = edge.to;
        self.note_last(state, pid);
    }

    fn note_last(&self, state: &mut State, pid: usize) {
        if self.system.remember_last {
            state.last = pid as i32;
        }
    }

    /// The fields of a message as the channel stores them.
    fn message_for(
        &self,
        cx: Context<'_>,
        chan: ChannelRef,
        args: &[Expr],
    ) -> Result<Vec<i32>, FaultKind> {
        let fields = match chan {
            ChannelRef::Global(c) => &self.system.chans[c.index()].fields,
            ChannelRef::Own(p, c) => &self.template_of(cx.state, p).chans[c.index()].fields,
        };
        if fields.len() != args.len() {
            return Err(FaultKind::FieldCount);
        }
        args.iter()
            .zip(fields)
            .map(|(e, ty)| ty.store(self.eval(cx, e)?).ok_or(FaultKind::Range))
            .collect()
    }

    /// Assigns the fields of a received message, one after the other.
    fn bind(
        &self,
        state: &mut State,
        f: &Firing,
        fields: &[Pattern],
        values: &[i32],
    ) -> Result<(), FaultKind> {
        for (pattern, value) in fields.iter().zip(values) {
            if let Pattern::Bind(place) = pattern {
                self.assign(state, f, place, *value)?;
            }
        }
        Ok(())
    }

    fn assign(
        &self,
        state: &mut State,
        f: &Firing,
        place: &Place,
        value: i32,
    ) -> Result<(), FaultKind> {
        let cx = f.context(state);
        let value = self.var(cx, place).ty.store(value).ok_or(FaultKind::Range)?;
        match self.locate(cx, place)? {
            None => {}
            Some((None, cell)) => state.globals[place.var.index()][cell] = value,
            Some((Some(pid), cell)) => state.procs[pid].vars[place.var.index()][cell] = value,
        }
        Ok(())
    }

    /// Adds an executed edge to the record.
    fn record(
        &self,
        run: &mut Run,
        f: &Firing,
        template: TemplateId,
        message: Option<Message>,
        printed: Option<String>,
    ) {
        run.actions.push(Action {
            pid: f.pid,
            template,
            edge: f.id,
            params: f.params.clone(),
            message,
            printed,
            after: self.recording.then(|| Box::new(run.state.clone())),
        });
    }

    /// The outcome of an edge that fails.
    fn broken(&self, from: &Run, f: &Firing, kind: FaultKind) -> Pending {
        let mut run = from.clone();
        let template = run.state.procs[f.pid].template;
        self.record(&mut run, f, template, None, None);
        run.fail(f, kind);
        Pending { run, pid: f.pid, hold: false }
    }

    fn queue_mut<'s>(&self, state: &'s mut State, chan: ChannelRef) -> &'s mut super::Queue {
        match chan {
            ChannelRef::Global(c) => &mut state.chans[c.index()],
            ChannelRef::Own(pid, c) => &mut state.procs[pid].chans[c.index()],
        }
    }

    /// Fills in a `printf` format.
    fn format(&self, format: &str, args: &[i32]) -> String {
        let mut args = args.iter().copied();
        let mut out = String::new();
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                out.push(c);
                continue;
            }
            let conversion = chars.next().unwrap_or('%');
            if conversion == '%' {
                out.push('%');
                continue;
            }
            let value = args.next().unwrap_or(0);
            match conversion {
                'c' => out.push(value as u8 as char),
                'e' => out.push_str(self.enum_name(value).unwrap_or(&value.to_string())),
                'x' => out.push_str(&format!("{value:x}")),
                'o' => out.push_str(&format!("{value:o}")),
                'u' => out.push_str(&(value as u32).to_string()),
                _ => out.push_str(&value.to_string()),
            }
        }
        out
    }

    /// The first enumeration constant with this value.
    fn enum_name(&self, value: i32) -> Option<&str> {
        let mut all = self.system.enums.iter().flat_map(|e| &e.values);
        all.find(|(_, v)| *v == value).map(|(name, _)| name.as_str())
    }
}

/// An edge about to be executed.
#[derive(Clone)]
struct Firing {
    pid: usize,
    id: EdgeId,
    params: Vec<i32>,
    timeout: bool,
}

impl Firing {
    fn context<'s>(&'s self, state: &'s State) -> Context<'s> {
        Context { state, pid: Some(self.pid), params: &self.params, timeout: self.timeout }
    }
}

impl Run {
    fn into_step(self) -> Step {
        let next = (!self.broken).then_some(self.state);
        Step { actions: self.actions, fault: self.fault, next }
    }

    /// Notes a run-time error, the first one only.
    fn fail(&mut self, f: &Firing, kind: FaultKind) {
        let template = self.state.procs[f.pid].template;
        let fault = Fault { kind, pid: f.pid, template, edge: f.id };
        self.fault.get_or_insert(fault);
        self.broken |= !kind.recoverable();
    }
}
