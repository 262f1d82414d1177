//! Bodies: statements to elements.
//!
//! *Idea:* a walk over the syntax tree that adds elements in the order in which SPIN's parser does,
//! because that order decides their numbers and what a label names.
//! *Source:* the grammar actions of SPIN 6.5; the desugaring of `for` and `select` follows it.
//! *Where we differ:* messages and structures are expanded field by field here, so that the IR knows only
//! scalars.

use burnside_ir::{self as ir, Guard, Op, Origin};

use super::expr::Head;
use super::flow::{Braces, Flow, LabelAt, Seq, Target};
use super::{Lower, Owner};
use crate::promela::ast::{
    Block, ConstForm, Decl, Expr, ExprKind, ForHeader, IncDec, Initialiser, Label, ReceiveOrder,
    SendOrder, Step, Stmt, StmtKind, VarDecl, VarRef,
};
use crate::promela::resolved::{Builtin, Type};

/// Lowers one body.
pub(super) struct Body<'l, 'a> {
    pub lower: &'l mut Lower<'a>,
    pub owner: Owner,
    pub flow: Flow,
    /// Declarations still set initial values; after the first statement they are steps.
    at_start: bool,
}

/// A condition that is always true.
fn always() -> Guard {
    Guard::When(ir::Expr::TRUE)
}

impl<'l, 'a> Body<'l, 'a> {
    /// Lowers the body of a process, the end of the process included.
    pub fn lower(lower: &'l mut Lower<'a>, owner: Owner, block: &'a Block) -> (Flow, Seq) {
        let mut body = Body { lower, owner, flow: Flow::default(), at_start: true };
        body.flow.open();
        body.steps(block);
        let origin = body.lower.origin_at_end(block.span, "-end-");
        body.flow.step(always(), Op::End, origin, Vec::new());
        let seq = body.flow.close();
        (body.flow, seq)
    }

    fn steps(&mut self, block: &'a Block) {
        for step in &block.steps {
            match step {
                Step::Decl(decl) => self.declaration(decl),
                Step::Exclusive(_) => {} // checked by `lower/exclusive.rs`
                Step::Stmt(stmt) => {
                    self.at_start = false;
                    self.statement(stmt);
                }
            }
        }
    }

    /// A sequence of its own.
    fn nested(&mut self, block: &'a Block) -> Seq {
        self.flow.open();
        self.at_start = false;
        self.steps(block);
        self.flow.close()
    }

    /// A declaration that is not at the start of the body is a step that sets the variable.
    fn declaration(&mut self, decl: &'a Decl) {
        if self.at_start {
            return;
        }
        for var in &decl.vars {
            if let Some(op) = self.reset(var) {
                let origin = self.lower.origin(var.span);
                self.flow.step(always(), op, origin, Vec::new());
            }
        }
    }

    /// What such a step does; nothing for channels, which exist from the start of the process.
    fn reset(&mut self, var: &'a VarDecl) -> Option<Op> {
        let symbol = self.lower.resolved.declared(var.id).expect("checked: declared");
        let variable = self.lower.resolved.variable(symbol).expect("a variable");
        let is_struct = matches!(variable.ty, Type::Record(_));
        let is_array = var.size.is_some();
        let place = |index: Vec<ir::Expr>, lower: &Lower<'a>| {
            let (scope, id) = lower.variable(symbol, &[]);
            ir::Place { scope, var: id, index }
        };
        match &var.init {
            Some(Initialiser::Chan(_)) => None,
            _ if is_struct => Some(Op::Skip),
            Some(Initialiser::Expr(_)) if is_array => None,
            Some(Initialiser::Expr(e)) => {
                let value = self.expr(e);
                Some(Op::Assign(vec![(place(Vec::new(), self.lower), value)]))
            }
            Some(Initialiser::List(values, _)) => {
                let values: Vec<ir::Expr> = values.iter().map(|e| self.expr(e)).collect();
                let cell = |(i, v)| (place(vec![ir::Expr::Int(i as i32)], self.lower), v);
                Some(Op::Assign(values.into_iter().enumerate().map(cell).collect()))
            }
            None => {
                let index = if is_array { vec![ir::Expr::Int(0)] } else { Vec::new() };
                Some(Op::Assign(vec![(place(index, self.lower), ir::Expr::Int(0))]))
            }
        }
    }

    fn labels(&self, labels: &'a [Label]) -> Vec<LabelAt> {
        let at = |l: &Label| {
            let label = self.lower.label(l.id);
            let observed = self.lower.observed.contains(&label);
            LabelAt { key: label.0, name: l.name.name.to_string(), observed }
        };
        labels.iter().map(at).collect()
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        let labels = self.labels(&stmt.labels);
        let origin = self.lower.origin(stmt.span);
        match &stmt.kind {
            StmtKind::Goto(_) => {
                let target = Target::Label(self.lower.label(stmt.id).0);
                self.flow.goto(target, origin, labels);
            }
            StmtKind::Break => {
                let target = self.flow.break_target().expect("checked: break is inside a loop");
                self.flow.goto(target, origin, labels);
            }
            StmtKind::If(options) => {
                let options = self.options(options);
                self.flow.select(options, origin, labels);
            }
            StmtKind::Do(options) => {
                self.flow.enter_loop();
                let options = self.options(options);
                self.flow.repeat(options, origin, labels);
            }
            StmtKind::For { header, body } => self.for_loop(header, body, &origin, labels),
            StmtKind::Select { var, from, to } => self.select(var, [from, to], &origin, labels),
            StmtKind::Atomic(block) => self.block(Braces::Atomic, block, origin, labels),
            StmtKind::DStep(block) => self.block(Braces::DStep, block, origin, labels),
            StmtKind::Block(block) | StmtKind::Inline { body: block, .. } => {
                self.block(Braces::Plain, block, origin, labels);
            }
            StmtKind::Unless { main, escape } => self.unless(main, escape, origin, labels),
            _ => {
                let (guard, op) = self.basic(stmt);
                self.flow.step(guard, op, origin, labels);
            }
        }
    }

    fn options(&mut self, options: &'a [Block]) -> Vec<Seq> {
        let mut seqs = Vec::new();
        for option in options {
            let seq = self.nested(option);
            self.flow.prune_skips(seq);
            seqs.push(seq);
        }
        seqs
    }

    fn block(&mut self, braces: Braces, block: &'a Block, origin: Origin, labels: Vec<LabelAt>) {
        let seq = self.nested(block);
        self.flow.block(braces, seq, origin, labels);
    }

    /// `main unless escape`. Plain braces dissolve; a label in front makes the whole a block that it names.
    fn unless(&mut self, main: &'a Stmt, escape: &'a Stmt, origin: Origin, labels: Vec<LabelAt>) {
        let mut wrapper = None;
        let main_seq = match &main.kind {
            StmtKind::Block(b) | StmtKind::Inline { body: b, .. } if main.labels.is_empty() => {
                wrapper = Some(Braces::Plain);
                self.nested(b)
            }
            StmtKind::Atomic(b) | StmtKind::DStep(b) if !labels.is_empty() => {
                let braces = match main.kind {
                    StmtKind::Atomic(_) => Braces::Atomic,
                    _ => Braces::DStep,
                };
                wrapper = Some(braces);
                let seq = self.nested(b);
                self.flow.mark_indivisible(seq, braces);
                seq
            }
            _ => self.single(main),
        };
        let escape_seq = match &escape.kind {
            StmtKind::Block(b) | StmtKind::Inline { body: b, .. } if escape.labels.is_empty() => {
                self.nested(b)
            }
            _ => self.single(escape),
        };
        match wrapper.filter(|_| !labels.is_empty()) {
            Some(braces) => {
                self.flow.open();
                self.flow.unless(main_seq, escape_seq, origin.clone(), Vec::new());
                let seq = self.flow.close();
                self.flow.block_as_is(braces, seq, origin, labels);
            }
            None => self.flow.unless(main_seq, escape_seq, origin, labels),
        }
    }

    /// One statement as a sequence.
    fn single(&mut self, stmt: &'a Stmt) -> Seq {
        self.flow.open();
        self.statement(stmt);
        self.flow.close()
    }

    /// `for (i : a .. b) { … }` is `i = a; do :: i <= b -> …; i++ :: else -> break od`.
    fn for_loop(
        &mut self,
        header: &'a ForHeader,
        body: &'a Block,
        origin: &Origin,
        labels: Vec<LabelAt>,
    ) {
        self.flow.enter_loop();
        let ForLoop { counter, name, condition, test, fetch } = match header {
            ForHeader::Range { var, from, to } => {
                let text = |span| self.lower.origin(span).text;
                let (name, start, end) = (text(var.span), text(from.span), text(to.span));
                let (counter, from, to) = (self.place(var), self.expr(from), self.expr(to));
                self.set(&counter, from, &part(origin, format!("{name} = {start}")));
                let condition = binary(ir::Binary::Le, load(&counter), to);
                let test = format!("{name} <= {end}");
                ForLoop { counter, name, condition, test, fetch: Vec::new() }
            }
            ForHeader::In { var, over } => self.for_in(var, over, origin),
        };
        self.flow.open();
        self.flow.step(Guard::When(condition), Op::Skip, part(origin, test), Vec::new());
        for (op, text) in fetch {
            self.flow.step(always(), op, part(origin, text), Vec::new());
        }
        self.at_start = false;
        self.steps(body);
        let next = binary(ir::Binary::Add, load(&counter), ir::Expr::Int(1));
        self.set(&counter, next, &part(origin, format!("{name}++")));
        let again = self.flow.close();

        self.flow.open();
        self.flow.step(Guard::Else, Op::Skip, part(origin, "else".into()), Vec::new());
        self.leave_loop(&part(origin, "break".into()));
        let done = self.flow.close();
        let end = part(origin, "end of loop".into());
        self.flow.repeat(vec![done, again], end, labels);
    }

    /// `for (i in array)` runs over the indices; `for (m in channel)` rotates the messages through `m`.
    fn for_in(&mut self, var: &'a VarRef, over: &'a VarRef, origin: &Origin) -> ForLoop {
        let [item, list] = [var, over].map(|v| self.lower.origin(v.span).text);
        if let Some(len) = self.lower.usage(over).whole_array {
            let counter = self.place(var);
            self.set(&counter, ir::Expr::Int(0), &part(origin, format!("{item} = 0")));
            let last = ir::Expr::Int(len as i32 - 1);
            let condition = binary(ir::Binary::Le, load(&counter), last);
            let test = format!("{item} in {list}");
            return ForLoop { counter, name: item, condition, test, fetch: Vec::new() };
        }
        let counter = self.lower.fresh_counter(self.owner);
        let header = format!("for ({item} in {list})");
        self.set(&counter, ir::Expr::Int(0), &part(origin, header.clone()));
        let chan = self.chan(over);
        let length = ir::Expr::Len(Box::new(chan.clone()));
        let condition = binary(ir::Binary::Lt, load(&counter), length);
        let cells = self.leaves(var);
        let receive = Op::Receive {
            chan: chan.clone(),
            fields: cells.iter().cloned().map(ir::Pattern::Bind).collect(),
            anywhere: false,
            keep: false,
        };
        let send = Op::Send { chan, args: cells.iter().map(load).collect(), sorted: false };
        let fetch = vec![(receive, format!("{list}?{item}")), (send, format!("{list}!{item}"))];
        let name = format!("{header}: counter");
        ForLoop { counter, name, condition, test: header, fetch }
    }

    /// `select (i : a .. b)`: one option per value if the bounds are small numbers, else a loop,
    /// `i = a; do :: break :: i < b -> i++ od`.
    fn select(
        &mut self,
        var: &'a VarRef,
        [from, to]: [&'a Expr; 2],
        origin: &Origin,
        labels: Vec<LabelAt>,
    ) {
        let counter = self.place(var);
        if let Some(values) = self.few_values(var, from, to) {
            let option = |body: &mut Self, v: i32| {
                body.flow.open();
                body.set(&counter, ir::Expr::Int(v), origin);
                body.flow.close()
            };
            let options = values.map(|v| option(self, v)).collect();
            self.flow.select(options, origin.clone(), labels);
            return;
        }
        let (from, to) = (self.expr(from), self.expr(to));
        self.set(&counter, from, origin);
        self.flow.open();
        let condition = binary(ir::Binary::Lt, load(&counter), to);
        self.flow.step(Guard::When(condition), Op::Skip, origin.clone(), Vec::new());
        self.flow.enter_loop();
        let next = binary(ir::Binary::Add, load(&counter), ir::Expr::Int(1));
        self.set(&counter, next, origin);
        let again = self.flow.close();
        self.flow.open();
        self.leave_loop(origin);
        let done = self.flow.close();
        self.flow.repeat(vec![done, again], origin.clone(), labels);
    }

    /// SPIN writes a `select` out while it reads the text, if it sees a plain name and two numbers at
    /// most 32 apart, outside an inline.
    fn few_values(
        &self,
        var: &VarRef,
        from: &Expr,
        to: &Expr,
    ) -> Option<std::ops::RangeInclusive<i32>> {
        let number = |e: &Expr| match e.kind {
            ExprKind::Const { value, form: ConstForm::Number } if value >= 0 => Some(value),
            _ => None,
        };
        let plain = var.head.index.is_none()
            && var.fields.is_empty()
            && var.head.name.name.chars().all(|c| c.is_ascii_alphanumeric())
            && !self.lower.is_in_inline(var.span);
        let (from, to) = (number(from)?, number(to)?);
        (plain && to - from <= 32).then_some(from..=to)
    }

    fn leave_loop(&mut self, origin: &Origin) {
        let target = self.flow.break_target().expect("inside a loop");
        self.flow.goto(target, origin.clone(), Vec::new());
    }

    fn set(&mut self, place: &ir::Place, value: ir::Expr, origin: &Origin) {
        let op = Op::Assign(vec![(place.clone(), value)]);
        self.flow.step(always(), op, origin.clone(), Vec::new());
    }

    /// A statement without structure.
    fn basic(&mut self, stmt: &'a Stmt) -> (Guard, Op) {
        match &stmt.kind {
            StmtKind::Expr(Expr { kind: ExprKind::Run { .. }, .. }) => {
                let StmtKind::Expr(run) = &stmt.kind else { unreachable!("just matched") };
                (always(), self.run(run, None))
            }
            StmtKind::Expr(e) => (Guard::When(self.expr(e)), Op::Skip),
            StmtKind::Else => (Guard::Else, Op::Skip),
            StmtKind::Assign { target, value } => (always(), self.assign(target, value)),
            StmtKind::IncDec { target, op } => {
                let place = self.place(target);
                let op = match op {
                    IncDec::Increment => ir::Binary::Add,
                    IncDec::Decrement => ir::Binary::Sub,
                };
                let value = binary(op, load(&place), ir::Expr::Int(1));
                (always(), Op::Assign(vec![(place, value)]))
            }
            StmtKind::Assert(e) => (always(), Op::Assert(self.expr(e))),
            StmtKind::Printf { format, args } => {
                let args = args.iter().map(|e| self.expr(e)).collect();
                (always(), Op::Print(format.text.to_string(), args))
            }
            StmtKind::Printm(e) => (always(), Op::Print("%e".into(), vec![self.expr(e)])),
            StmtKind::SetPriority { pid, priority } => {
                (always(), Op::SetPriority(self.expr(pid), self.expr(priority)))
            }
            StmtKind::Send { chan, order, args } => {
                let args = args.iter().flat_map(|e| self.message_part(e)).collect();
                let sorted = *order == SendOrder::Sorted;
                (always(), Op::Send { chan: self.chan(chan), args, sorted })
            }
            StmtKind::Receive { chan, order, keep, args } => {
                let op = Op::Receive {
                    chan: self.chan(chan),
                    fields: self.patterns(args),
                    anywhere: *order == ReceiveOrder::Random,
                    keep: *keep,
                };
                (always(), op)
            }
            other => unreachable!("not a basic statement: {other:?}"),
        }
    }

    fn assign(&mut self, target: &'a VarRef, value: &'a Expr) -> Op {
        let place = match self.lower.head(target) {
            Head::Builtin(Builtin::Ignore) => None,
            Head::Builtin(Builtin::Priority) => {
                return Op::SetPriority(ir::Expr::SelfPid, self.expr(value));
            }
            _ => Some(self.place(target)),
        };
        if matches!(value.kind, ExprKind::Run { .. }) {
            return self.run(value, place);
        }
        let value = self.expr(value);
        match place {
            Some(place) => Op::Assign(vec![(place, value)]),
            None => Op::Skip,
        }
    }

    fn run(&mut self, e: &'a Expr, pid: Option<ir::Place>) -> Op {
        let ExprKind::Run { args, priority, .. } = &e.kind else {
            unreachable!("called for run expressions")
        };
        let args = args.iter().flat_map(|a| self.message_part(a)).collect();
        let priority = priority.as_ref().and_then(|p| self.lower.resolved.constant(p.id));
        let (template, priority) = (self.lower.process(e.id), priority.unwrap_or(1));
        Op::Run { template, args, priority, pid }
    }

    /// The place of a scalar variable.
    pub(super) fn place(&mut self, r: &'a VarRef) -> ir::Place {
        let mut cx = self.lower.context();
        cx.place(r)
    }

    fn expr(&mut self, e: &'a Expr) -> ir::Expr {
        self.lower.context().expr(e)
    }

    fn chan(&mut self, r: &'a VarRef) -> ir::Expr {
        self.lower.context().chan(r)
    }

    fn message_part(&mut self, e: &'a Expr) -> Vec<ir::Expr> {
        self.lower.context().message_part(e)
    }

    fn patterns(&mut self, args: &'a [crate::promela::ast::ReceiveArg]) -> Vec<ir::Pattern> {
        self.lower.context().patterns(args)
    }

    /// All scalar cells of a structure.
    fn leaves(&mut self, r: &'a VarRef) -> Vec<ir::Place> {
        self.lower.context().leaves(r)
    }
}

/// What the header of a `for` comes to.
struct ForLoop {
    counter: ir::Place,
    /// What traces call the counter.
    name: String,
    /// Goes on while this holds.
    condition: ir::Expr,
    /// That condition as traces show it.
    test: String,
    /// Steps at the beginning of every round, with their texts.
    fetch: Vec<(Op, String)>,
}

/// A part of a compound statement, with a text of its own, so that a trace does not repeat the whole.
fn part(whole: &Origin, text: String) -> Origin {
    Origin { text, ..whole.clone() }
}

fn load(place: &ir::Place) -> ir::Expr {
    ir::Expr::Load(place.clone())
}

fn binary(op: ir::Binary, a: ir::Expr, b: ir::Expr) -> ir::Expr {
    ir::Expr::binary(op, a, b)
}
