//! Evaluation of expressions and places.

use super::{Interpreter, Queue, State};
use crate::entity::{Id, ParamId};
use crate::expr::{Binary, ChanTest, Expr, Pattern, Place, Scope};
use crate::fault::FaultKind;
use crate::system::{Channel, ChannelRef, Guard, Op, Var};

/// Who evaluates, and what else an expression can ask for.
#[derive(Clone, Copy)]
pub(super) struct Context<'s> {
    pub state: &'s State,
    /// The process, unless the expression belongs to none.
    pub pid: Option<usize>,
    /// Values of the edge's parameters.
    pub params: &'s [i32],
    /// Is this the second attempt?
    pub timeout: bool,
}

impl Interpreter<'_> {
    /// The value of an expression in a state, evaluated by no process (`None`) or by one.
    pub fn eval_in(&self, state: &State, pid: Option<usize>, e: &Expr) -> Result<i32, FaultKind> {
        self.eval(Context { state, pid, params: &[], timeout: false }, e)
    }

    pub(super) fn eval(&self, cx: Context<'_>, e: &Expr) -> Result<i32, FaultKind> {
        let flag = |b: bool| Ok(i32::from(b));
        match e {
            Expr::Int(v) => Ok(*v),
            Expr::Load(place) => match self.locate(cx, place)? {
                Some((pid, cell)) => Ok(self.cells(cx.state, pid, place)[cell]),
                None => Ok(0),
            },
            Expr::SelfPid => Ok(cx.own_pid() as i32),
            Expr::Param(ParamId(i)) => Ok(cx.params[*i as usize]),
            Expr::Chan(c) => Ok(self.system.channel_ref(*c)),
            Expr::OwnChan(c) => Ok(self.system.own_channel_ref(cx.own_pid(), *c)),
            Expr::Unary(op, a) => Ok(op.apply(self.eval(cx, a)?)),
            Expr::Binary(Binary::And, a, b) => {
                flag(self.eval(cx, a)? != 0 && self.eval(cx, b)? != 0)
            }
            Expr::Binary(Binary::Or, a, b) => {
                flag(self.eval(cx, a)? != 0 || self.eval(cx, b)? != 0)
            }
            Expr::Binary(op, a, b) => {
                op.apply(self.eval(cx, a)?, self.eval(cx, b)?).ok_or(FaultKind::DivisionByZero)
            }
            Expr::Cond(parts) => {
                let [c, yes, no] = &**parts;
                self.eval(cx, if self.eval(cx, c)? != 0 { yes } else { no })
            }
            Expr::Len(chan) => Ok(self.channel(cx, chan)?.1.len() as i32),
            Expr::Test(test, chan) => {
                let (decl, queue) = self.channel(cx, chan)?;
                // A rendezvous channel counts as empty and as having room, as in SPIN.
                let full = queue.len() >= decl.capacity.max(1) as usize;
                flag(match test {
                    ChanTest::Full => full,
                    ChanTest::NotFull => !full,
                    ChanTest::Empty => queue.is_empty(),
                    ChanTest::NotEmpty => !queue.is_empty(),
                })
            }
            Expr::Poll { chan, anywhere, fields } => {
                let (decl, queue) = self.channel(cx, chan)?;
                if decl.capacity == 0 {
                    return Err(FaultKind::PollRendezvous);
                }
                flag(self.find_message(cx, queue, fields, *anywhere)?.is_some())
            }
            Expr::Timeout => flag(cx.timeout),
            Expr::Running => Ok(cx.state.procs.len() as i32),
            Expr::LastPid => Ok(cx.state.last),
            Expr::NonProgress => flag(
                !(cx.state.procs.iter())
                    .any(|p| self.system.template(p.template).loc(p.loc).progress),
            ),
            Expr::Enabled(pid) => {
                let pid = self.eval(cx, pid)?;
                if cx.pid.is_some_and(|own| own as i32 == pid) {
                    return Err(FaultKind::EnabledSelf);
                }
                flag(self.process(cx.state, pid).is_some_and(|p| self.is_enabled(cx, p)))
            }
            Expr::Pc(pid) => {
                let pid = self.eval(cx, pid)?;
                Ok(self.process(cx.state, pid).map_or(0, |p| {
                    let p = &cx.state.procs[p];
                    self.system.template(p.template).loc(p.loc).number as i32
                }))
            }
            Expr::Priority(pid) => {
                let pid = self.eval(cx, pid)?;
                Ok(self.process(cx.state, pid).map_or(0, |p| cx.state.procs[p].priority))
            }
            Expr::At(template, pid, locs) => {
                let pid = self.eval(cx, pid)?;
                flag(self.process(cx.state, pid).is_some_and(|p| {
                    let p = &cx.state.procs[p];
                    p.template == *template && locs.contains(&p.loc)
                }))
            }
        }
    }

    /// The process with this id, if it runs.
    fn process(&self, state: &State, pid: i32) -> Option<usize> {
        usize::try_from(pid).ok().filter(|p| *p < state.procs.len())
    }

    /// The declaration of a place's variable.
    pub(super) fn var(&self, cx: Context<'_>, place: &Place) -> &Var {
        match &place.scope {
            Scope::Global => self.system.global(place.var),
            Scope::Own => {
                self.system.template(cx.state.procs[cx.own_pid()].template).var(place.var)
            }
            Scope::Of(template, _) => self.system.template(*template).var(place.var),
        }
    }

    /// The owner (none for a global) and the cell that a place denotes; `None` if it belongs to a
    /// process that does not run, or runs something else.
    pub(super) fn locate(
        &self,
        cx: Context<'_>,
        place: &Place,
    ) -> Result<Option<(Option<usize>, usize)>, FaultKind> {
        let mut cell = 0;
        for (dim, index) in self.var(cx, place).dims.iter().zip(&place.index) {
            let i = self.eval(cx, index)?;
            let i = u32::try_from(i).ok().filter(|i| *i < dim.len).ok_or(FaultKind::Index)?;
            cell = cell * dim.len as usize + i as usize;
        }
        let owner = match &place.scope {
            Scope::Global => None,
            Scope::Own => Some(cx.own_pid()),
            Scope::Of(template, pid) => {
                let pid = self.eval(cx, pid)?;
                let owner = self.process(cx.state, pid);
                match owner.filter(|p| cx.state.procs[*p].template == *template) {
                    Some(p) => Some(p),
                    None => return Ok(None),
                }
            }
        };
        Ok(Some((owner, cell)))
    }

    fn cells<'s>(&self, state: &'s State, owner: Option<usize>, place: &Place) -> &'s [i32] {
        match owner {
            None => &state.globals[place.var.index()],
            Some(pid) => &state.procs[pid].vars[place.var.index()],
        }
    }

    /// The channel that a value refers to, if there is one.
    pub(super) fn channel_of(&self, state: &State, value: i32) -> Result<ChannelRef, FaultKind> {
        let found = self.system.channel_of(value).filter(|r| match *r {
            ChannelRef::Global(_) => true,
            ChannelRef::Own(pid, chan) => {
                state.procs.get(pid).is_some_and(|p| chan.index() < p.chans.len())
            }
        });
        found.ok_or(FaultKind::NoChannel)
    }

    /// Declaration and contents of the channel that an expression refers to.
    pub(super) fn channel<'s>(
        &self,
        cx: Context<'s>,
        chan: &Expr,
    ) -> Result<(&Channel, &'s Queue), FaultKind> {
        Ok(match self.channel_of(cx.state, self.eval(cx, chan)?)? {
            ChannelRef::Global(c) => (&self.system.chans[c.index()], &cx.state.chans[c.index()]),
            ChannelRef::Own(pid, c) => {
                let p = &cx.state.procs[pid];
                (&self.system.template(p.template).chans[c.index()], &p.chans[c.index()])
            }
        })
    }

    /// The position of the message that a receive would take.
    pub(super) fn find_message(
        &self,
        cx: Context<'_>,
        queue: &Queue,
        fields: &[Pattern],
        anywhere: bool,
    ) -> Result<Option<usize>, FaultKind> {
        let candidates = if anywhere { queue.len() } else { queue.len().min(1) };
        for (i, message) in queue[..candidates].iter().enumerate() {
            if self.matches(cx, message, fields)? {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }

    /// Does a message fit the patterns?
    pub(super) fn matches(
        &self,
        cx: Context<'_>,
        message: &[i32],
        fields: &[Pattern],
    ) -> Result<bool, FaultKind> {
        if fields.len() > message.len() {
            return Err(FaultKind::FieldCount);
        }
        for (value, pattern) in message.iter().zip(fields) {
            if let Pattern::Match(e) = pattern
                && self.eval(cx, e)? != *value
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Has the process an enabled edge? A rendezvous send counts as enabled, its receive does not; this
    /// is how SPIN answers `enabled()` and compares priorities.
    pub(super) fn is_enabled(&self, cx: Context<'_>, pid: usize) -> bool {
        let p = &cx.state.procs[pid];
        let t = self.system.template(p.template);
        t.out(p.loc).any(|id| {
            let edge = t.edge(id);
            parameter_values(edge).iter().any(|params| {
                let cx = Context { pid: Some(pid), params, ..cx };
                match &edge.guard {
                    // Reached only if nothing before it was enabled.
                    Guard::Else => true,
                    Guard::When(e) => {
                        self.eval(cx, e).is_ok_and(|v| v != 0) && self.op_enabled(cx, &edge.op)
                    }
                }
            })
        })
    }

    fn op_enabled(&self, cx: Context<'_>, op: &Op) -> bool {
        match op {
            Op::Send { chan, .. } => self
                .channel(cx, chan)
                .is_ok_and(|(decl, queue)| queue.len() < decl.capacity.max(1) as usize),
            Op::Receive { chan, fields, anywhere, .. } => {
                self.channel(cx, chan).is_ok_and(|(_, q)| {
                    self.find_message(cx, q, fields, *anywhere).is_ok_and(|m| m.is_some())
                })
            }
            Op::End => cx.own_pid() + 1 == cx.state.procs.len(),
            _ => true,
        }
    }
}

impl Context<'_> {
    /// The evaluating process; the verifier makes sure that there is one where it is asked for.
    pub(super) fn own_pid(&self) -> usize {
        self.pid.expect("an expression of a process is evaluated by a process")
    }
}

/// All assignments to the parameters of an edge, in lexicographic order; one empty one if it has none.
pub(super) fn parameter_values(edge: &crate::Edge) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for p in &edge.params {
        all = all
            .iter()
            .flat_map(|prefix: &Vec<i32>| {
                (0..p.len as i32).map(|v| {
                    let mut values = prefix.clone();
                    values.push(v);
                    values
                })
            })
            .collect();
    }
    all
}
