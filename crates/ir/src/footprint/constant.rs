//! What is known before anything runs: values of expressions, and the channels they may refer to.
//!
//! *Idea:* a variable that no edge writes keeps its initial contents; this is how `q[_pid]!x` with an
//! array `q` of channels, or a process parameter, becomes one channel or one cell.

use super::Footprints;
use super::slot::{Cells, ChanSlot, Who};
use crate::entity::{ChanId, Id, TemplateId, VarId};
use crate::expr::{Expr, Pattern, Place, Scope};
use crate::sorts::{Member, Why};
use crate::system::{Channel, ChannelRef, Init, Op, System, Var};
use crate::types::SortKind;

/// Initial values that depend on others that depend on others … are followed so far.
const MAX_INDIRECTION: usize = 8;

/// A process, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// What it runs.
    pub template: TemplateId,
    /// Which process.
    pub who: Who,
    /// Its arguments, if they are known.
    args: Vec<i32>,
}

impl Actor {
    /// An instance of a template.
    pub fn of(template: TemplateId) -> Actor {
        Actor { template, who: Who::Own, args: Vec::new() }
    }

    /// The process with this id, while it runs the template.
    pub fn process(template: TemplateId, pid: usize) -> Actor {
        Actor { template, who: Who::Pid(pid), args: Vec::new() }
    }

    /// A process that runs at the start. Its arguments are known, unless some edge starts processes of
    /// the same template: one of them could get the same id later.
    pub fn initial(system: &System, pid: usize) -> Option<Actor> {
        let start = system.initial.get(pid)?;
        let edges = || system.templates.iter().flat_map(|t| &t.edges);
        let again =
            edges().any(|e| matches!(e.op, Op::Run { template, .. } if template == start.template));
        let args = if again { Vec::new() } else { start.args.clone() };
        Some(Actor { template: start.template, who: Who::Pid(pid), args })
    }

    /// Some process that runs the template, not the one that acts.
    pub(super) fn partner(template: TemplateId) -> Actor {
        Actor { template, who: Who::Any, args: Vec::new() }
    }
}

/// Which variables never change.
pub(super) struct Constants {
    globals: Vec<bool>,
    locals: Vec<Vec<bool>>,
}

impl Constants {
    pub(super) fn of(system: &System) -> Self {
        let mut constants = Constants {
            globals: vec![true; system.globals.len()],
            locals: system.templates.iter().map(|t| vec![true; t.vars.len()]).collect(),
        };
        for (t, template) in system.templates() {
            for edge in &template.edges {
                match &edge.op {
                    Op::Assign(list) => {
                        list.iter().for_each(|(place, _)| constants.written(t, place));
                    }
                    Op::Receive { fields, .. } => fields.iter().for_each(|p| {
                        if let Pattern::Bind(place) = p {
                            constants.written(t, place);
                        }
                    }),
                    Op::Run { pid: Some(place), .. } => constants.written(t, place),
                    _ => {}
                }
            }
        }
        constants
    }

    fn written(&mut self, t: TemplateId, place: &Place) {
        match place.scope {
            Scope::Global => self.globals[place.var.index()] = false,
            Scope::Own => self.locals[t.index()][place.var.index()] = false,
            Scope::Of(t, _) => self.locals[t.index()][place.var.index()] = false,
        }
    }
}

impl Footprints<'_> {
    /// The value of an expression, if it is the same in every state.
    pub(super) fn fold(&self, actor: Option<&Actor>, e: &Expr) -> Option<i32> {
        self.fold_deep(actor, e, MAX_INDIRECTION)
    }

    fn fold_deep(&self, actor: Option<&Actor>, e: &Expr, fuel: usize) -> Option<i32> {
        let fold = |e: &Expr| self.fold_deep(actor, e, fuel);
        match e {
            Expr::Int(v) => Some(*v),
            Expr::SelfPid => match actor?.who {
                Who::Pid(pid) => i32::try_from(pid).ok(),
                _ => None,
            },
            Expr::Chan(c) => Some(self.system.channel_ref(*c)),
            Expr::OwnChan(c) => match actor?.who {
                Who::Pid(pid) => Some(self.system.own_channel_ref(pid, *c)),
                _ => None,
            },
            Expr::Unary(op, e) => fold(e).map(|v| op.apply(v)),
            Expr::Binary(op, a, b) => op.apply(fold(a)?, fold(b)?),
            Expr::Cond(parts) => {
                let [c, a, b] = &**parts;
                if fold(c)? != 0 { fold(a) } else { fold(b) }
            }
            Expr::Load(place) => self.constant(actor, place, fuel.checked_sub(1)?),
            _ => None,
        }
    }

    /// The contents of a place that is never written.
    fn constant(&self, actor: Option<&Actor>, place: &Place, fuel: usize) -> Option<i32> {
        let var = self.readonly(actor, place)?;
        let Cells::One(cell) = self.cell(actor, var, &place.index, fuel) else { return None };
        if let (Scope::Own, Some(actor)) = (&place.scope, actor)
            && place.var.index() < self.system.template(actor.template).params
        {
            return var.ty.store(*actor.args.get(place.var.index())?);
        }
        // A global's initial value knows no process.
        let of = actor.filter(|_| place.scope == Scope::Own);
        let v = match &var.init {
            Init::Expr(e) => self.fold_deep(of, e, fuel)?,
            Init::Cells(values) => *values.get(cell).or(values.last())?,
            Init::Any(_) => return None,
            Init::Chans(first) => {
                let chan = ChanId::new(first.index() + cell);
                let e = if of.is_some() { Expr::OwnChan(chan) } else { Expr::Chan(chan) };
                self.fold_deep(of, &e, fuel)?
            }
        };
        var.ty.store(v)
    }

    /// The variable of a place, if it is known which and nothing writes it.
    fn readonly(&self, actor: Option<&Actor>, place: &Place) -> Option<&Var> {
        let i = place.var.index();
        match place.scope {
            Scope::Global => self.constants.globals[i].then(|| self.system.global(place.var)),
            Scope::Own => {
                let t = actor?.template;
                self.constants.locals[t.index()][i].then(|| self.system.template(t).var(place.var))
            }
            Scope::Of(..) => None,
        }
    }

    /// Which cell indices lead to.
    pub(super) fn cells(&self, actor: Option<&Actor>, var: &Var, index: &[Expr]) -> Cells {
        self.cell(actor, var, index, MAX_INDIRECTION)
    }

    fn cell(&self, actor: Option<&Actor>, var: &Var, index: &[Expr], fuel: usize) -> Cells {
        let mut cell = 0;
        for (dim, e) in var.dims.iter().zip(index) {
            let i = self.fold_deep(actor, e, fuel).and_then(|v| u32::try_from(v).ok());
            match i.filter(|i| *i < dim.len) {
                Some(i) => cell = cell * dim.len as usize + i as usize,
                None => return Cells::All,
            }
        }
        Cells::One(cell)
    }

    /// The process that an id stands for.
    pub(super) fn who(&self, actor: Option<&Actor>, pid: &Expr) -> Who {
        match (pid, actor) {
            (Expr::SelfPid, Some(actor)) => actor.who,
            _ => match self.fold(actor, pid).map(usize::try_from) {
                Some(Ok(pid)) => Who::Pid(pid),
                _ => Who::Any,
            },
        }
    }

    /// The channels that an expression may refer to, given the least number of fields they have.
    pub(super) fn channels(&self, actor: Option<&Actor>, e: &Expr, fields: usize) -> Vec<ChanSlot> {
        if let Some(v) = self.fold(actor, e) {
            return self.channel_of(actor, v);
        }
        match (e, actor) {
            (Expr::OwnChan(c), Some(a)) => vec![ChanSlot::Own(a.template, a.who, *c)],
            (Expr::Cond(parts), _) => {
                let [_, a, b] = &**parts;
                [a, b].iter().flat_map(|e| self.channels(actor, e, fields)).collect()
            }
            (Expr::Load(place), _) => {
                let readonly = self.readonly(actor, place);
                if let Some(Var { init: Init::Chans(first), .. }) = readonly {
                    let cells = readonly.map_or(0, Var::cells);
                    let chans = (first.index()..first.index() + cells).map(ChanId::new);
                    return match (&place.scope, actor) {
                        (Scope::Own, Some(a)) => {
                            chans.map(|c| ChanSlot::Own(a.template, a.who, c)).collect()
                        }
                        _ => chans.map(ChanSlot::Global).collect(),
                    };
                }
                let member = match (&place.scope, actor) {
                    (Scope::Global, _) => Some(Member::Global(place.var)),
                    (Scope::Own, Some(a)) => Some(Member::Own(a.template, place.var)),
                    (Scope::Own, None) => None,
                    (Scope::Of(t, _), _) => Some(Member::Own(*t, place.var)),
                };
                member
                    .and_then(|m| self.channels_in_class(m))
                    .unwrap_or_else(|| self.all_channels(fields))
            }
            _ => self.all_channels(fields),
        }
    }

    /// The channel that a number refers to.
    fn channel_of(&self, actor: Option<&Actor>, v: i32) -> Vec<ChanSlot> {
        match self.system.channel_of(v) {
            None => Vec::new(), // a run-time error
            Some(ChannelRef::Global(c)) => vec![ChanSlot::Global(c)],
            Some(ChannelRef::Own(pid, c)) => {
                let own = actor.filter(|a| a.who == Who::Pid(pid)).map(|a| a.template);
                let owners = self.system.templates().filter(|(id, t)| {
                    own.is_none_or(|own| own == *id) && c.index() < t.chans.len()
                });
                owners.map(|(t, _)| ChanSlot::Own(t, Who::Pid(pid), c)).collect()
            }
        }
    }

    /// The channels that flow into a member, if no others can get there.
    fn channels_in_class(&self, member: Member) -> Option<Vec<ChanSlot>> {
        let class = self.sorts.class_of(member)?;
        let made_up =
            |why| matches!(why, Why::Literal(_) | Why::Computed | Why::Narrow | Why::Mixed);
        let found = &self.sorts.classes[class];
        if found.kind != SortKind::Channels || self.sorts.breaks_of(class).any(|b| made_up(b.why)) {
            return None;
        }
        let slots = found.members.iter().filter_map(|m| match *m {
            Member::Channel(c) => Some(ChanSlot::Global(c)),
            Member::OwnChannel(t, c) => Some(ChanSlot::Own(t, Who::Any, c)),
            _ => None,
        });
        Some(slots.collect())
    }

    fn all_channels(&self, fields: usize) -> Vec<ChanSlot> {
        let fits = move |c: &Channel| c.fields.len() >= fields;
        let ids = |chans: &[Channel]| -> Vec<ChanId> {
            let fitting = chans.iter().enumerate().filter(|(_, c)| fits(c));
            fitting.map(|(i, _)| ChanId::new(i)).collect()
        };
        let mut all: Vec<ChanSlot> =
            ids(&self.system.chans).into_iter().map(ChanSlot::Global).collect();
        for (t, template) in self.system.templates() {
            all.extend(ids(&template.chans).into_iter().map(|c| ChanSlot::Own(t, Who::Any, c)));
        }
        all
    }

    /// The declaration of a channel.
    pub(super) fn declaration(&self, chan: ChanSlot) -> &Channel {
        match chan {
            ChanSlot::Global(c) => &self.system.chans[c.index()],
            ChanSlot::Own(t, _, c) => &self.system.template(t).chans[c.index()],
        }
    }

    /// A variable by its scope.
    pub(super) fn var(&self, template: Option<TemplateId>, var: VarId) -> &Var {
        match template {
            None => self.system.global(var),
            Some(t) => self.system.template(t).var(var),
        }
    }
}
