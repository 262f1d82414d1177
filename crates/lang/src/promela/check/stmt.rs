//! Processes, sequences and statements.

use std::collections::HashMap;

use super::var::Mode;
use super::{Checker, Place};
use crate::diagnostic::Diagnostic;
use crate::promela::ast::{
    Block, Decl, Direction, Exclusive, Expr, ExprKind, ForHeader, Proctype, Step, Stmt, StmtKind,
    StringLit, VarRef,
};
use crate::promela::resolved::{BodyId, BodyKind, Type};

impl<'a> Checker<'a> {
    pub(super) fn proctype(&mut self, id: BodyId, proctype: &'a Proctype) {
        let active = match &proctype.active {
            None => 0,
            Some(active) => match &active.count {
                None => 1,
                Some(count) => {
                    let value = self.constant(count, "the number of active processes").unwrap_or(1);
                    if !(0..=255).contains(&value) {
                        self.out.push(
                            Diagnostic::error(format!("there cannot be {value} processes"))
                                .at(count.span, "expected a number from 0 to 255"),
                        );
                    }
                    u32::try_from(value.clamp(0, 255)).unwrap_or(0)
                }
            },
        };
        let priority = self.priority(proctype.priority.as_ref());
        let body = &mut self.res.bodies[id.index()];
        (body.active, body.priority) = (active, priority);
        let (params, provided) = (&proctype.params, proctype.provided.as_ref());
        self.process(id, BodyKind::Proctype, params, provided, &proctype.body);
    }

    /// One process text.
    pub(super) fn process(
        &mut self,
        id: BodyId,
        kind: BodyKind,
        params: &'a [Decl],
        provided: Option<&'a Expr>,
        body: &'a Block,
    ) {
        self.place = Some(Place {
            body: id,
            kind,
            started: false,
            scopes: vec![HashMap::new()],
            path: Vec::new(),
            next_scope: 0,
            d_step: None,
            loops: Vec::new(),
            landings: Vec::new(),
            jumps: Vec::new(),
        });
        let declared = params.iter().map(|d| d.vars.len()).sum::<usize>();
        let params = self.declare_params(params);
        if params.len() == declared {
            self.complete_params.insert(id);
        }
        self.res.bodies[id.index()].params = params;
        if let Some(condition) = provided {
            self.value(condition);
            self.provided(condition);
        }
        self.steps(&body.steps);
        self.connect_jumps();
        self.place = None;
    }

    /// A `provided` clause may speak of globals only, and of the process itself.
    fn provided(&mut self, expr: &'a Expr) {
        let local = |checker: &Self, var: &VarRef| {
            let used = checker.res.var(var);
            used.and_then(|u| checker.res.variable(u.symbol)).is_some_and(|v| v.body.is_some())
        };
        let bad = match &expr.kind {
            ExprKind::Var(v) | ExprKind::Len(v) | ExprKind::ChanTest(_, v) => local(self, v),
            ExprKind::Poll { chan, .. } => local(self, chan),
            ExprKind::Const { .. } | ExprKind::Timeout | ExprKind::Error => false,
            ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => {
                return self.provided(a);
            }
            ExprKind::Unary(_, a) => return self.provided(a),
            ExprKind::Binary(_, a, b) => {
                self.provided(a);
                return self.provided(b);
            }
            ExprKind::Cond(c, a, b) => {
                self.provided(c);
                self.provided(a);
                return self.provided(b);
            }
            _ => true,
        };
        if bad {
            self.out.push(
                Diagnostic::error("this cannot be part of a `provided` clause")
                    .at(expr.span, "expected a condition on global variables, `_pid` or constants"),
            );
        }
    }

    fn steps(&mut self, steps: &'a [Step]) {
        for step in steps {
            match step {
                Step::Decl(decl) => self.declare(decl),
                Step::Exclusive(claim) => self.exclusive(claim),
                Step::Stmt(stmt) => self.stmt(stmt),
            }
        }
    }

    /// A block in braces: a scope of its own.
    fn block(&mut self, block: &'a Block) {
        if let Some(place) = &mut self.place {
            place.started = true;
            place.next_scope += 1;
            let scope = place.next_scope;
            place.path.push(scope);
            place.scopes.push(HashMap::new());
        }
        self.steps(&block.steps);
        if let Some(place) = &mut self.place {
            place.path.pop();
            place.scopes.pop();
        }
    }

    /// A block whose first statement SPIN does not want to see labelled.
    fn unlabelled_block(&mut self, block: &'a Block, what: &str) {
        // A declaration in a block is a step, and then comes first.
        if let Some(Step::Stmt(first)) =
            block.steps.iter().find(|s| !matches!(s, Step::Exclusive(_)))
            && let Some(label) = first.labels.first()
        {
            self.out.push(
                Diagnostic::error(format!("label `{}` names the start of {what}", label.name.name))
                    .at(label.name.span, "not allowed here")
                    .also(block.span, "the label belongs in front of this")
                    .help(format!("move the label in front of {what}")),
            );
        }
        self.block(block);
    }

    fn exclusive(&mut self, claim: &'a Exclusive) {
        self.has_exclusive = true;
        let receives = claim.direction == Direction::Receive;
        for chan in &claim.channels {
            let Some(found) = self.channel_ref(chan) else { continue };
            let Some(place) = &self.place else { continue };
            let body = place.body;
            let before = self.claims.entry((found.symbol, receives)).or_insert((body, chan.span));
            if before.0 != body {
                let word = if receives { "xr" } else { "xs" };
                self.out.push(
                    Diagnostic::error(format!(
                        "two processes claim `{word}` of `{}`",
                        chan.head.name.name
                    ))
                    .at(chan.span, "claimed again here")
                    .also(before.1, "first claimed here"),
                );
            }
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        self.land(&stmt.labels, stmt.id);
        if let Some(place) = &mut self.place {
            place.started = true;
        }
        self.fits_body(stmt);
        match &stmt.kind {
            StmtKind::Expr(condition) => {
                self.value(condition);
                self.no_run_inside(condition);
            }
            StmtKind::Assign { target, value } => {
                let given = self.value(value);
                if let Some(found) = self.var_ref(target, Mode::Write) {
                    self.changed.insert(found.symbol);
                    let name = &target.head.name.name;
                    // SPIN does not look into records here, and models rely on it (`m.c = 0`).
                    let in_record = !found.fields.is_empty() && found.ty == Type::Chan;
                    if &**name != "_" && !in_record {
                        self.assignable(name, found.ty, value, given);
                    }
                }
            }
            StmtKind::IncDec { target, .. } => {
                if let Some(found) = self.var_ref(target, Mode::Write)
                    && found.ty == Type::Chan
                {
                    self.out.push(
                        Diagnostic::error(format!("`{}` is a channel", target.head.name.name))
                            .at(target.span, "channels cannot be counted up or down"),
                    );
                }
            }
            StmtKind::Assert(condition) => {
                self.value(condition);
                self.no_run(condition, "an assertion");
            }
            StmtKind::Printf { format, args } => self.printf(format, args),
            StmtKind::Printm(value) => {
                self.value(value);
            }
            StmtKind::Goto(label) => self.jump(stmt.id, label),
            StmtKind::Break => self.break_stmt(stmt),
            StmtKind::If(options) => self.options(options),
            StmtKind::Do(options) => self.in_loop(|c| c.options(options)),
            StmtKind::For { header, body } => {
                self.for_header(header);
                self.in_loop(|c| c.block(body));
            }
            StmtKind::Select { var, from, to } => self.range(var, from, to, "select"),
            StmtKind::Atomic(block) => self.unlabelled_block(block, "an `atomic`"),
            StmtKind::DStep(block) => {
                let outer = self.place.as_mut().and_then(|p| {
                    let outer = p.d_step;
                    p.d_step = outer.or(Some(stmt.id));
                    outer
                });
                self.unlabelled_block(block, "a `d_step`");
                if let Some(place) = &mut self.place {
                    place.d_step = outer;
                }
            }
            StmtKind::Block(block) => self.unlabelled_block(block, "a block"),
            StmtKind::Inline { body, .. } => self.unlabelled_block(body, "an inline"),
            StmtKind::Unless { main, escape } => self.unless(stmt, main, escape),
            StmtKind::Send { chan, args, .. } => self.send(chan, args),
            StmtKind::Receive { chan, args, .. } => self.receive(chan, args, "receives", true),
            StmtKind::SetPriority { pid, priority } => {
                self.value(pid);
                self.value(priority);
            }
            StmtKind::Else | StmtKind::Error => {}
        }
    }

    /// Claims and traces restrict what may be done in them.
    fn fits_body(&mut self, stmt: &Stmt) {
        let Some(kind) = self.place.as_ref().map(|p| p.kind) else { return };
        let io = matches!(stmt.kind, StmtKind::Send { .. } | StmtKind::Receive { .. });
        let writes = matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::IncDec { .. });
        match kind {
            BodyKind::Never if io => self.out.push(
                Diagnostic::error("a claim cannot send or receive")
                    .at(stmt.span, "a claim only watches"),
            ),
            BodyKind::Never if writes => self.out.push(
                Diagnostic::warning("this claim changes a variable").at(stmt.span, "a side effect"),
            ),
            BodyKind::Trace | BodyKind::Notrace => {
                let allowed =
                    io || matches!(
                        stmt.kind,
                        StmtKind::If(_)
                            | StmtKind::Do(_)
                            | StmtKind::For { .. }
                            | StmtKind::Select { .. }
                            | StmtKind::Goto(_)
                            | StmtKind::Break
                            | StmtKind::Error
                    ) || matches!(&stmt.kind, StmtKind::Expr(e) if e.span.start == e.span.end);
                if !allowed {
                    self.out.push(
                        Diagnostic::error("not an event")
                            .at(stmt.span, "a trace consists of sends and receives"),
                    );
                }
            }
            _ => {}
        }
    }

    fn unless(&mut self, stmt: &'a Stmt, main: &'a Stmt, escape: &'a Stmt) {
        if self.place.as_ref().is_some_and(|p| p.d_step.is_some()) {
            self.out.push(
                Diagnostic::error("`unless` inside a `d_step`").at(stmt.span, "not allowed here"),
            );
        }
        let block =
            matches!(main.kind, StmtKind::Block(_) | StmtKind::Atomic(_) | StmtKind::DStep(_));
        if let Some(label) = stmt.labels.first()
            && !block
        {
            self.out.push(
                Diagnostic::error(format!("label `{}` is not placed well", label.name.name))
                    .at(label.name.span, "it would name only a part of the `unless`")
                    .help("put braces around the statement: `L: { a unless b }`"),
            );
        }
        if let Some(label) = escape.labels.first() {
            self.out.push(
                Diagnostic::error(format!("label `{}` names an escape", label.name.name))
                    .at(label.name.span, "there is no state to jump to"),
            );
        }
        self.stmt(main);
        self.stmt(escape);
    }

    fn in_loop(&mut self, walk: impl FnOnce(&mut Self)) {
        if let Some(place) = &mut self.place {
            let d_step = place.d_step;
            place.loops.push(d_step);
        }
        walk(self);
        if let Some(place) = &mut self.place {
            place.loops.pop();
        }
    }

    fn break_stmt(&mut self, stmt: &Stmt) {
        let Some(place) = &self.place else { return };
        match place.loops.last() {
            None => self.out.push(
                Diagnostic::error("`break` outside a loop")
                    .at(stmt.span, "there is no `do` or `for` to leave"),
            ),
            Some(d_step) if *d_step != place.d_step => self.out.push(
                Diagnostic::error("this `break` leaves a `d_step`")
                    .at(stmt.span, "the loop is outside the `d_step`"),
            ),
            Some(_) => {}
        }
    }

    fn options(&mut self, options: &'a [Block]) {
        let mut other: Option<&Stmt> = None;
        let mut io = None;
        for option in options {
            let first = option.steps.iter().find_map(|s| match s {
                Step::Stmt(stmt) => Some(stmt),
                _ => None,
            });
            if let Some(first) = first {
                if let Some(label) = first.labels.first()
                    && matches!(option.steps.first(), Some(Step::Stmt(_)))
                {
                    self.out.push(
                        Diagnostic::warning(format!("label `{}` names a guard", label.name.name))
                            .at(label.name.span, "a jump here skips the choice")
                            .help("put the label in front of the `if` or `do`"),
                    );
                }
                match (&first.kind, other) {
                    (StmtKind::Else, None) => other = Some(first),
                    (StmtKind::Else, Some(before)) => self.out.push(
                        Diagnostic::error("more than one `else` among these options")
                            .at(first.span, "a second one here")
                            .also(before.span, "the first is here"),
                    ),
                    _ if io.is_none() && tests_channels(first) => io = Some(first.span),
                    _ => {}
                }
            }
            self.steps(&option.steps);
        }
        if let (Some(other), Some(io)) = (other, io) {
            let diagnostic = if self.has_exclusive {
                Diagnostic::error(
                    "`else` beside a channel operation cannot be combined with `xr` or `xs`",
                )
            } else {
                Diagnostic::warning("`else` beside a channel operation is dubious")
            };
            self.out.push(
                diagnostic
                    .at(other.span, "taken when no other option can be")
                    .also(io, "whether this can be depends on other processes"),
            );
        }
    }

    fn for_header(&mut self, header: &'a ForHeader) {
        let (var, over) = match header {
            ForHeader::Range { var, from, to } => return self.range(var, from, to, "for"),
            ForHeader::In { var, over } => (var, over),
        };
        let running = self.var_ref(var, Mode::Running);
        let Some(target) = self.var_ref(over, Mode::Over) else { return };
        let Some(running) = running else { return };
        self.changed.insert(running.symbol);
        if let Type::Record(record) = running.ty {
            let shape = self
                .res
                .variable(target.symbol)
                .and_then(|v| v.channel)
                .and_then(|init| self.res.channel(init));
            let matches = target.ty == Type::Chan
                && target.whole_array.is_none()
                && shape.is_some_and(|s| s.capacity > 0 && s.fields == [Type::Record(record)]);
            if !matches {
                let name = &self.res.records[record.index()].name;
                self.out.push(
                    Diagnostic::error(format!("`for` cannot run over `{}`", over.head.name.name))
                        .at(
                            over.span,
                            format!("expected a channel `[n] of {{ {name} }}` with n > 0"),
                        )
                        .also(var.span, "because this is a record"),
                );
            }
            return;
        }
        if target.whole_array.is_none() {
            self.out.push(
                Diagnostic::error(format!("`{}` is not an array", over.head.name.name))
                    .at(over.span, "expected an array, whose indices the `for` runs over"),
            );
        }
        self.counter(var, running.ty);
    }

    /// `x : a .. b` of a `for` or `select`.
    fn range(&mut self, var: &'a VarRef, from: &'a Expr, to: &'a Expr, word: &str) {
        for bound in [from, to] {
            self.value(bound);
            self.no_run(bound, "a range");
        }
        if let Some(found) = self.var_ref(var, Mode::Write) {
            self.changed.insert(found.symbol);
            self.counter(var, found.ty);
        }
        if let (Some(a), Some(b)) = (self.known_value(from), self.known_value(to))
            && a > b
        {
            self.out.push(
                Diagnostic::error(format!("the range of this `{word}` is empty"))
                    .at(from.span, format!("{a} is greater than {b}")),
            );
        }
    }

    fn counter(&mut self, var: &VarRef, ty: Type) {
        if ty == Type::Chan {
            self.out.push(
                Diagnostic::error(format!("`{}` is a channel", var.head.name.name))
                    .at(var.span, "expected a number variable"),
            );
        }
    }

    fn printf(&mut self, format: &StringLit, args: &'a [Expr]) {
        for arg in args {
            self.value(arg);
            self.no_run(arg, "an argument of `printf`");
        }
        let mut count = 0;
        let mut chars = format.text.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                continue;
            }
            let conversion = chars
                .by_ref()
                .find(|c| !(c.is_ascii_digit() || matches!(c, '-' | '+' | ' ' | 'l')));
            match conversion {
                Some('%') => continue,
                Some('d' | 'i' | 'c' | 'e' | 'o' | 'u' | 'x') => {}
                other => {
                    let shown = other.map_or(String::new(), |c| c.escape_default().to_string());
                    self.out.push(
                        Diagnostic::warning(format!("`printf` does not know `%{shown}`"))
                            .at(format.span, "the conversions are %d %c %e %o %u %x %%"),
                    );
                }
            }
            count += 1;
        }
        if count != args.len() {
            let s = if count == 1 { "" } else { "s" };
            self.out.push(
                Diagnostic::warning(format!(
                    "`printf` has {} for {count} conversion{s}",
                    match args.len() {
                        1 => "1 argument".to_owned(),
                        n => format!("{n} arguments"),
                    }
                ))
                .at(format.span, format!("expected {count} argument{s}")),
            );
        }
    }
}

/// Does a guard send, receive or test how full a channel is? Then "no other option" may change under it.
fn tests_channels(stmt: &Stmt) -> bool {
    fn tests(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::ChanTest(..) => true,
            ExprKind::Unary(_, a) => tests(a),
            ExprKind::Binary(_, a, b) => tests(a) || tests(b),
            ExprKind::Cond(c, a, b) => tests(c) || tests(a) || tests(b),
            _ => false,
        }
    }
    match &stmt.kind {
        StmtKind::Send { .. } | StmtKind::Receive { .. } => true,
        StmtKind::Expr(expr) => tests(expr),
        _ => false,
    }
}
