//! Walks through a system and puts into one class what identifiers flow between.
//!
//! *Idea:* [`Flows::value`] says where the value of an expression comes from: from a member, from a
//! literal, or from a computation. Each use of it then either unifies two members or records a break.
//! Messages are settled at the end (`settle.rs`), when it is known which channels an expression may
//! stand for.

use super::unify::Unifier;
use super::{Member, Why};
use crate::entity::{ChanId, EdgeId, Id, ParamId, TemplateId, VarId};
use crate::expr::{Binary, Expr, Pattern, Place, Scope, Unary};
use crate::system::{Edge, Guard, Init, Op, System, Var};
use crate::types::Type;
use std::collections::BTreeMap;

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Flow {
    /// From this node.
    Node(usize),
    /// From the text of the system.
    Literal(i32),
    /// From operators; it identifies nothing.
    Computed,
}

/// A break of the class of a node, before classes are known.
pub(super) type RawBreak = (usize, Why, Option<TemplateId>, Option<EdgeId>);

/// The classes so far, and where the walk stands.
pub(super) struct Flows<'s> {
    pub(super) system: &'s System,
    pub(super) classes: Unifier,
    pub(super) nodes: BTreeMap<Member, usize>,
    pub(super) breaks: Vec<RawBreak>,
    /// Uses of message fields: a channel's node, the position, the node of what is sent or received.
    pub(super) fields: Vec<(usize, usize, usize)>,
    /// Sends: a channel's node, how many fields are given, where.
    pub(super) sends: Vec<(usize, usize, Option<TemplateId>, Option<EdgeId>)>,
    /// Numbers that are there at the start, which may name channels.
    pub(super) initial: Vec<(usize, i32)>,
    template: Option<TemplateId>,
    edge: Option<EdgeId>,
    /// Within a print nothing is a break.
    silent: bool,
}

impl<'s> Flows<'s> {
    /// Everything that flows in a system, but for messages.
    pub(super) fn of(system: &'s System) -> Self {
        let mut flows = Flows {
            system,
            classes: Unifier::default(),
            nodes: BTreeMap::new(),
            breaks: Vec::new(),
            fields: Vec::new(),
            sends: Vec::new(),
            initial: Vec::new(),
            template: None,
            edge: None,
            silent: false,
        };
        flows.declarations();
        flows.templates();
        flows
    }

    /// The node of a member.
    pub(super) fn node(&mut self, member: Member) -> usize {
        let classes = &mut self.classes;
        *self.nodes.entry(member).or_insert_with(|| classes.fresh())
    }

    /// Puts a member into the class of a node.
    pub(super) fn join(&mut self, node: usize, member: Member) {
        let other = self.node(member);
        self.classes.union(node, other);
    }

    fn break_at(&mut self, node: usize, why: Why) {
        if !self.silent {
            self.breaks.push((node, why, self.template, self.edge));
        }
    }

    // ---- Declarations ----

    fn declarations(&mut self) {
        for (i, var) in self.system.globals.iter().enumerate() {
            let id = VarId::new(i);
            let node = self.declared(Member::Global(id), var.ty);
            self.dimensions(var, |k| Member::GlobalDim(id, k));
            self.init(node, var, true);
        }
        for (i, chan) in self.system.chans.iter().enumerate() {
            let id = ChanId::new(i);
            self.node(Member::Channel(id));
            for (k, ty) in chan.fields.iter().enumerate() {
                self.declared(Member::Field(id, k), *ty);
            }
        }
    }

    fn templates(&mut self) {
        let mut run = vec![false; self.system.templates.len()];
        for edge in self.system.templates.iter().flat_map(|t| &t.edges) {
            if let Op::Run { template, .. } = edge.op {
                run[template.index()] = true;
            }
        }
        for (id, t) in self.system.templates() {
            self.template = Some(id);
            self.node(Member::Pid(id));
            for (i, chan) in t.chans.iter().enumerate() {
                let c = ChanId::new(i);
                self.node(Member::OwnChannel(id, c));
                for (k, ty) in chan.fields.iter().enumerate() {
                    self.declared(Member::OwnField(id, c, k), *ty);
                }
            }
            for (i, var) in t.vars.iter().enumerate() {
                let v = VarId::new(i);
                let node = self.declared(Member::Own(id, v), var.ty);
                self.dimensions(var, |k| Member::OwnDim(id, v, k));
                if i >= t.params {
                    self.init(node, var, !run[id.index()]);
                }
            }
            if let Some(e) = &t.provided {
                self.truth(e);
            }
            for (i, edge) in t.edges.iter().enumerate() {
                self.edge = Some(EdgeId::new(i));
                self.edge(id, EdgeId::new(i), edge);
            }
            self.edge = None;
        }
        self.template = None;
        for start in &self.system.initial {
            for (i, &v) in start.args.iter().enumerate() {
                let node = self.node(Member::Own(start.template, VarId::new(i)));
                self.initial.push((node, v));
            }
        }
    }

    /// The node of something declared with a type.
    fn declared(&mut self, member: Member, ty: Type) -> usize {
        let node = self.node(member);
        if let Some(sort) = ty.sort {
            self.join(node, Member::Declared(sort));
        }
        node
    }

    fn dimensions(&mut self, var: &Var, member: impl Fn(usize) -> Member) {
        for (k, dim) in var.dims.iter().enumerate() {
            let node = self.node(member(k));
            if let Some(sort) = dim.sort {
                self.join(node, Member::Declared(sort));
            }
        }
    }

    /// Initial contents: part of the initial state, or of the step that starts a process.
    fn init(&mut self, node: usize, var: &Var, at_start: bool) {
        let literals = match &var.init {
            Init::Expr(e) => match self.value(e) {
                Flow::Literal(v) => vec![v],
                flow => {
                    self.sink(flow, node);
                    return;
                }
            },
            Init::Cells(values) | Init::Any(values) => values.clone(),
            Init::Chans(first) => {
                for i in first.index()..first.index() + var.cells() {
                    let member = match self.template {
                        None => Member::Channel(ChanId::new(i)),
                        Some(t) => Member::OwnChannel(t, ChanId::new(i)),
                    };
                    self.join(node, member);
                }
                return;
            }
        };
        for v in literals {
            if at_start {
                self.initial.push((node, v));
            } else {
                self.break_at(node, Why::Literal(v));
            }
        }
    }

    // ---- Expressions ----

    /// Where the value of an expression comes from.
    fn value(&mut self, e: &Expr) -> Flow {
        match e {
            Expr::Int(v) => Flow::Literal(*v),
            Expr::Load(place) => Flow::Node(self.place(place)),
            Expr::SelfPid => match self.template {
                Some(t) => Flow::Node(self.node(Member::Pid(t))),
                None => Flow::Computed,
            },
            Expr::Param(p) => match (self.template, self.edge) {
                (Some(t), Some(e)) => Flow::Node(self.node(Member::Param(t, e, *p))),
                _ => Flow::Computed,
            },
            Expr::Chan(c) => Flow::Node(self.node(Member::Channel(*c))),
            Expr::OwnChan(c) => match self.template {
                Some(t) => Flow::Node(self.node(Member::OwnChannel(t, *c))),
                None => Flow::Computed,
            },
            Expr::Unary(Unary::Not, e) => {
                self.truth(e);
                Flow::Computed
            }
            Expr::Unary(op, e) => match self.value(e) {
                Flow::Literal(v) => Flow::Literal(op.apply(v)),
                flow => self.number(flow, Why::Arithmetic),
            },
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::Cond(parts) => {
                let [c, a, b] = &**parts;
                self.truth(c);
                let node = self.classes.fresh();
                for branch in [a, b] {
                    let flow = self.value(branch);
                    self.sink(flow, node);
                }
                Flow::Node(node)
            }
            Expr::Len(c) | Expr::Test(_, c) => {
                self.channel(c);
                Flow::Computed
            }
            Expr::Poll { chan, fields, .. } => {
                let chan = self.channel(chan);
                for (k, pattern) in fields.iter().enumerate() {
                    match pattern {
                        Pattern::Match(e) => self.matched(chan, k, e),
                        // Nothing is assigned, but the indices are computed.
                        Pattern::Bind(place) => {
                            self.place(place);
                        }
                        Pattern::Any => {}
                    }
                }
                Flow::Computed
            }
            Expr::Timeout | Expr::Running | Expr::NonProgress => Flow::Computed,
            Expr::LastPid => Flow::Node(self.node(Member::AnyPid)),
            Expr::Enabled(e) | Expr::Pc(e) | Expr::Priority(e) => {
                self.flows_into(e, Member::AnyPid);
                Flow::Computed
            }
            Expr::At(t, e, _) => {
                self.flows_into(e, Member::Pid(*t));
                Flow::Computed
            }
        }
    }

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr) -> Flow {
        if matches!(op, Binary::And | Binary::Or) {
            self.truth(a);
            self.truth(b);
            return Flow::Computed;
        }
        let (a, b) = (self.value(a), self.value(b));
        let why = match op {
            Binary::Eq | Binary::Ne => {
                match (a, b) {
                    (Flow::Node(node), other) | (other, Flow::Node(node)) => self.sink(other, node),
                    _ => {}
                }
                return Flow::Computed;
            }
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => Why::Order,
            _ => Why::Arithmetic,
        };
        if let (Flow::Literal(a), Flow::Literal(b)) = (a, b) {
            return op.apply(a, b).map_or(Flow::Computed, Flow::Literal);
        }
        self.number(a, why);
        self.number(b, why)
    }

    /// A value is used as a number.
    fn number(&mut self, flow: Flow, why: Why) -> Flow {
        if let Flow::Node(node) = flow {
            self.break_at(node, why);
        }
        Flow::Computed
    }

    /// An expression is asked whether it is 0.
    fn truth(&mut self, e: &Expr) {
        if let Flow::Node(node) = self.value(e) {
            self.break_at(node, Why::Literal(0));
        }
    }

    /// A value meets those of a node: is stored there, or compared for equality.
    fn sink(&mut self, flow: Flow, node: usize) {
        match flow {
            Flow::Node(other) => {
                self.classes.union(node, other);
            }
            Flow::Literal(v) => self.break_at(node, Why::Literal(v)),
            Flow::Computed => self.break_at(node, Why::Computed),
        }
    }

    fn flows_into(&mut self, e: &Expr, member: Member) {
        let flow = self.value(e);
        let node = self.node(member);
        self.sink(flow, node);
    }

    /// The node of a place. Its indices meet the array's dimensions.
    fn place(&mut self, place: &Place) -> usize {
        let var = place.var;
        let owner = match &place.scope {
            Scope::Global => None,
            Scope::Own => self.template,
            Scope::Of(t, pid) => {
                self.flows_into(pid, Member::Pid(*t));
                Some(*t)
            }
        };
        for (k, e) in place.index.iter().enumerate() {
            let dim = match owner {
                None => Member::GlobalDim(var, k),
                Some(t) => Member::OwnDim(t, var, k),
            };
            self.flows_into(e, dim);
        }
        self.node(match owner {
            None => Member::Global(var),
            Some(t) => Member::Own(t, var),
        })
    }

    // ---- Messages ----

    /// The node of a channel.
    fn channel(&mut self, e: &Expr) -> usize {
        match self.value(e) {
            Flow::Node(node) => node,
            _ => self.node(Member::AnyChannel),
        }
    }

    /// The node of the `k`-th field of what a channel carries.
    fn field(&mut self, chan: usize, k: usize) -> usize {
        let node = self.classes.fresh();
        self.fields.push((chan, k, node));
        node
    }

    fn matched(&mut self, chan: usize, k: usize, e: &Expr) {
        let flow = self.value(e);
        let field = self.field(chan, k);
        self.sink(flow, field);
    }

    // ---- Edges ----

    fn edge(&mut self, t: TemplateId, id: EdgeId, edge: &Edge) {
        for (i, param) in edge.params.iter().enumerate() {
            let node = self.node(Member::Param(t, id, ParamId::new(i)));
            if let Some(sort) = param.sort {
                self.join(node, Member::Declared(sort));
            }
        }
        if let Guard::When(e) = &edge.guard {
            self.truth(e);
        }
        self.op(t, &edge.op);
    }

    fn op(&mut self, t: TemplateId, op: &Op) {
        match op {
            Op::Skip => {}
            Op::Assign(list) => {
                for (place, e) in list {
                    let flow = self.value(e);
                    let node = self.place(place);
                    self.sink(flow, node);
                }
            }
            Op::Send { chan, args, sorted } => {
                let chan = self.channel(chan);
                for (k, e) in args.iter().enumerate() {
                    self.matched(chan, k, e);
                    if *sorted {
                        let field = self.field(chan, k);
                        self.break_at(field, Why::Order);
                    }
                }
                self.sends.push((chan, args.len(), self.template, self.edge));
            }
            Op::Receive { chan, fields, .. } => {
                let chan = self.channel(chan);
                for (k, pattern) in fields.iter().enumerate() {
                    match pattern {
                        Pattern::Match(e) => self.matched(chan, k, e),
                        Pattern::Bind(place) => {
                            let node = self.place(place);
                            let field = self.field(chan, k);
                            self.classes.union(node, field);
                        }
                        Pattern::Any => {}
                    }
                }
            }
            Op::Run { template, args, pid, .. } => {
                for (i, e) in args.iter().enumerate() {
                    self.flows_into(e, Member::Own(*template, VarId::new(i)));
                }
                let new = self.node(Member::Pid(*template));
                self.break_at(new, Why::Creation);
                if let Some(place) = pid {
                    let node = self.place(place);
                    self.classes.union(node, new);
                }
            }
            Op::End => {
                let node = self.node(Member::Pid(t));
                self.break_at(node, Why::Death);
            }
            Op::Assert(e) => self.truth(e),
            Op::Print(_, args) => {
                self.silent = true;
                for e in args {
                    self.value(e);
                }
                self.silent = false;
            }
            Op::SetPriority(pid, priority) => {
                self.flows_into(pid, Member::AnyPid);
                let flow = self.value(priority);
                self.number(flow, Why::Arithmetic);
            }
        }
    }
}
