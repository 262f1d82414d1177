//! Writes a system in the text form; the grammar is in the parent module.

use super::names::{Names, Table, declared, quoted};
use crate::entity::{Id, LocId, SortId, TemplateId};
use crate::expr::Expr;
use crate::system::{
    Channel, Edge, Guard, Init, Loc, Op, Origin, Scheduling, Start, System, Template, Var,
};
use crate::types::{Repr, SortKind, Type};

/// Where the origin of an edge begins, if the edge leaves room.
const ORIGIN_COLUMN: usize = 56;

/// The priority that is not worth mentioning.
pub(super) const USUAL_PRIORITY: i32 = 1;

/// The text form of a system.
pub fn print(system: &System) -> String {
    let mut p = Printer::new(system);
    p.system();
    p.out
}

/// The text form of an expression as a process of this template would evaluate it.
pub fn print_expr(system: &System, template: Option<TemplateId>, e: &Expr) -> String {
    let mut p = Printer::new(system);
    p.template = template;
    p.expr(e);
    p.out
}

/// The text so far, and where the names that come next are looked up.
pub(super) struct Printer<'s> {
    pub(super) system: &'s System,
    pub(super) names: Names<'s>,
    /// The template whose variables are one's own.
    pub(super) template: Option<TemplateId>,
    /// The parameters of the edge at hand.
    pub(super) params: Table<'s>,
    pub(super) out: String,
}

impl<'s> Printer<'s> {
    fn new(system: &'s System) -> Self {
        Printer {
            system,
            names: Names::of(system),
            template: None,
            params: Table::new([].into_iter()),
            out: String::new(),
        }
    }

    pub(super) fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints the entries with commas between them.
    pub(super) fn list<T>(&mut self, items: &[T], mut one: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            one(self, item);
        }
    }

    fn system(&mut self) {
        let system = self.system;
        self.put(&format!("system {}\n", quoted(&system.name, '"')));
        for file in &system.files {
            self.put(&format!("file {}\n", quoted(file, '"')));
        }
        for e in &system.enums {
            self.put(&format!("enum {} {{ ", declared(&e.name)));
            self.list(&e.values, |p, (name, v)| p.put(&format!("{} = {v}", declared(name))));
            self.put(" }\n");
        }
        for sort in &system.sorts {
            self.put(&format!("sort {}: ", declared(&sort.name)));
            match sort.kind {
                SortKind::Processes => self.put("processes\n"),
                SortKind::Channels => self.put("channels\n"),
                SortKind::Index(n) => self.put(&format!("index {n}\n")),
            }
        }
        if system.scheduling == Scheduling::Priority {
            self.put("scheduling priority\n");
        }
        if system.remember_last {
            self.put("remember last\n");
        }
        if !system.globals.is_empty() || !system.chans.is_empty() {
            self.put("\n");
        }
        self.declarations("", &system.globals, &system.chans);
        for (id, t) in system.templates() {
            self.put("\n");
            self.process(id, t);
        }
        if !system.initial.is_empty() {
            self.put("\n");
        }
        system.initial.iter().for_each(|s| self.start(s));
    }

    fn start(&mut self, start: &Start) {
        self.put(&format!("start {}(", self.names.templates.reference(start.template)));
        self.list(&start.args, |p, v| p.put(&v.to_string()));
        self.put(")");
        self.priority(start.priority);
        self.put("\n");
    }

    pub(super) fn priority(&mut self, priority: i32) {
        if priority != USUAL_PRIORITY {
            self.put(&format!(" priority {priority}"));
        }
    }

    fn declarations(&mut self, indent: &str, vars: &[Var], chans: &[Channel]) {
        for var in vars {
            self.put(indent);
            self.hidden(var);
            self.put("var ");
            self.var(var);
            self.put("\n");
        }
        for chan in chans {
            self.put(&format!("{indent}chan {}: [{}] of (", declared(&chan.name), chan.capacity));
            self.list(&chan.fields, |p, ty| p.ty(*ty));
            self.put(")\n");
        }
    }

    fn hidden(&mut self, var: &Var) {
        if !var.shown {
            self.put("hidden ");
        }
    }

    fn var(&mut self, var: &Var) {
        self.put(&format!("{}: ", declared(&var.name)));
        self.ty(var.ty);
        for dim in &var.dims {
            self.put(&format!("[{}", dim.len));
            self.sort(dim.sort);
            self.put("]");
        }
        match &var.init {
            Init::Expr(Expr::Int(0)) => {}
            Init::Expr(e) => {
                self.put(" = ");
                self.expr(e);
            }
            Init::Cells(values) => self.values(" = {", values),
            Init::Any(values) => self.values(" = any {", values),
            Init::Chans(first) => {
                let chans = match self.template {
                    None => &self.names.chans,
                    Some(t) => &self.names.within[t.index()].chans,
                };
                let first = chans.reference(*first);
                self.put(&format!(" = &{first}.."));
            }
        }
    }

    fn values(&mut self, open: &str, values: &[i32]) {
        self.put(open);
        self.list(values, |p, v| p.put(&v.to_string()));
        self.put("}");
    }

    fn ty(&mut self, ty: Type) {
        match ty.repr {
            Repr::Unsigned(bits) => self.put(&format!("u{bits}")),
            Repr::Signed(bits) => self.put(&format!("i{bits}")),
            Repr::Range(lo, hi) => self.put(&format!("{lo}..={hi}")),
            Repr::Enum(e) => self.put(&format!("enum {}", self.names.enums.reference(e))),
            Repr::Pid => self.put("pid"),
            Repr::Chan => self.put("chan"),
        }
        self.sort(ty.sort);
    }

    fn sort(&mut self, sort: Option<SortId>) {
        if let Some(sort) = sort {
            self.put(&format!("<{}>", self.names.sorts.reference(sort)));
        }
    }

    fn process(&mut self, id: TemplateId, t: &'s Template) {
        self.template = Some(id);
        let (params, vars) = t.vars.split_at(t.params.min(t.vars.len()));
        self.put(&format!("process {}(", declared(&t.name)));
        self.list(params, |p, var| {
            p.hidden(var);
            p.var(var);
        });
        self.put(")");
        self.origin(&t.origin, 0);
        self.put(" {\n");
        self.declarations("  ", vars, &t.chans);
        if let Some(e) = &t.provided {
            self.put("  provided ");
            self.expr(e);
            self.put("\n");
        }
        self.put(&format!("  entry {}\n", self.loc(t.entry)));
        for (i, loc) in t.locs.iter().enumerate() {
            self.location(i, loc);
            for e in t.out(LocId::new(i)) {
                self.edge(t.edge(e));
            }
        }
        self.put("}\n");
        self.template = None;
    }

    /// How a location of the template at hand is referred to.
    fn loc(&self, loc: LocId) -> String {
        let template = self.template.expect("locations are printed within a template");
        self.names.within[template.index()].locs.reference(loc)
    }

    fn location(&mut self, i: usize, loc: &Loc) {
        self.put(&format!("\n  loc #{i}"));
        if !loc.labels.is_empty() {
            self.put(" ");
            self.list(&loc.labels, |p, label| p.put(&declared(label)));
        }
        let flags = [
            (loc.end, "end"),
            (loc.progress, "progress"),
            (loc.accept, "accept"),
            (loc.transit, "transit"),
        ];
        let set: Vec<&str> = flags.iter().filter(|f| f.0).map(|f| f.1).collect();
        if !set.is_empty() {
            self.put(&format!(" [{}]", set.join(", ")));
        }
        if loc.number != 0 {
            self.put(&format!(" pc {}", loc.number));
        }
        if !loc.reset.is_empty() {
            let template = self.template.expect("locations are printed within a template");
            let vars = &self.names.within[template.index()].vars;
            let names: Vec<String> = loc.reset.iter().map(|v| vars.reference(*v)).collect();
            self.put(&format!(" reset {}", names.join(", ")));
        }
        self.put(":\n");
    }

    fn edge(&mut self, edge: &'s Edge) {
        self.params = Table::new(edge.params.iter().map(|p| p.name.as_str()));
        let start = self.out.len();
        self.put("    ");
        if !edge.params.is_empty() {
            self.put("for ");
            self.list(&edge.params, |p, param| {
                p.put(&format!("{} in {}", declared(&param.name), param.len));
                p.sort(param.sort);
            });
            self.put(" ");
        }
        if edge.rank != 0 {
            self.put(&format!("rank {} ", edge.rank));
        }
        match &edge.guard {
            Guard::When(Expr::TRUE) => {}
            Guard::When(e) => {
                self.put("when ");
                self.expr(e);
                self.put(" ");
            }
            Guard::Else => self.put("else "),
        }
        if edge.op != Op::Skip {
            self.put("do ");
            self.op(&edge.op);
            self.put(" ");
        }
        self.put(&format!("goto {}", self.loc(edge.to)));
        if edge.hold {
            self.put(" hold");
        }
        let width = self.out[start..].chars().count();
        self.origin(&edge.origin, ORIGIN_COLUMN.saturating_sub(width));
        self.put("\n");
        self.params = Table::new([].into_iter());
    }

    /// The origin, if it is known, after at least one space.
    fn origin(&mut self, origin: &Origin, padding: usize) {
        if *origin == Origin::default() {
            return;
        }
        self.put(&" ".repeat(padding.max(1)));
        self.put("@");
        if origin.file != 0 {
            self.put(&format!("{}:", origin.file));
        }
        self.put(&format!("{}:{}", origin.line, origin.column));
        if !origin.text.is_empty() {
            self.put(&format!(" {}", quoted(&origin.text, '"')));
        }
    }
}
