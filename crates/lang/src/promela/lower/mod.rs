//! From a checked program to the IR.
//!
//! *Idea:* variables and channels are laid out first (`vars.rs`), then each body becomes a list of elements
//! (`body.rs`, `expr.rs`, `flow.rs`) and that list a control graph (`graph.rs`). References to labels of
//! other processes are filled in at the end, when all graphs are known.
//! *Source:* SPIN 6.5; control states, and so state counts, are SPIN's.
//! *Requires:* a program without errors. *Guarantees:* a system that passes the verifier.

mod body;
mod exclusive;
mod expr;
mod flow;
mod graph;
mod vars;

use std::collections::{HashMap, HashSet};

use burnside_ir as ir;
use burnside_ir::Id;

use self::body::Body;
use self::expr::Context;
use super::ast::{self, Item, NodeId, Program};
use super::resolved::{Body as BodyInfo, BodyId, BodyKind, LabelId, Resolved, SymbolId};
use super::visit::{self, Visitor};
use crate::diagnostic::Diagnostics;
use crate::source::{ExpansionKind, SourceMap, Span};

/// Whom a variable or expression belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// Nobody: a global, or a property.
    Global,
    /// A process.
    Process(ir::TemplateId),
}

/// The system under construction, and the tables that lead from the program to it.
struct Lower<'a> {
    program: &'a Program,
    resolved: &'a Resolved,
    sources: &'a SourceMap,
    system: ir::System,
    templates: HashMap<BodyId, ir::TemplateId>,
    /// A variable's scalar parts: by symbol and path of field numbers.
    parts: HashMap<(SymbolId, Vec<u32>), ir::VarId>,
    decls: HashMap<NodeId, &'a ast::VarDecl>,
    /// Labels that expressions refer to.
    observed: HashSet<LabelId>,
    label_locs: HashMap<LabelId, ir::LocId>,
    /// Global variables declared `hidden`.
    hidden: Vec<ir::VarId>,
}

/// The outcome of lowering.
pub(super) struct Lowered {
    /// The system.
    pub system: ir::System,
    /// The propositions asked for, in the order given.
    pub propositions: Vec<ir::Expr>,
}

/// Lowers a program, and expressions of its properties.
pub(super) fn lower(
    program: &Program,
    resolved: &Resolved,
    sources: &SourceMap,
    propositions: &[&ast::Expr],
    diagnostics: &mut Diagnostics,
) -> Lowered {
    exclusive::check(program, resolved, diagnostics);
    let mut lower = Lower {
        program,
        resolved,
        sources,
        system: ir::System { name: model_name(sources), ..ir::System::default() },
        templates: HashMap::new(),
        parts: HashMap::new(),
        decls: vars::declarations(program),
        observed: observed_labels(program, resolved, propositions),
        label_locs: HashMap::new(),
        hidden: Vec::new(),
    };
    lower.declare_files();
    lower.declare_enums();
    lower.declare_templates();
    lower.declare_variables();
    lower.lower_bodies();
    let propositions = propositions.iter().map(|e| lower.context().expr(e)).collect();
    lower.finish(propositions)
}

fn model_name(sources: &SourceMap) -> String {
    let path = sources.path(crate::source::FileId(0));
    path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned())
}

/// The labels that some expression asks about.
fn observed_labels(
    program: &Program,
    resolved: &Resolved,
    propositions: &[&ast::Expr],
) -> HashSet<LabelId> {
    struct Find<'r>(&'r Resolved, HashSet<LabelId>);
    impl<'a> Visitor<'a> for Find<'_> {
        fn expr(&mut self, e: &'a ast::Expr) {
            if matches!(e.kind, ast::ExprKind::RemoteLabel { .. }) {
                self.1.extend(self.0.label(e.id));
            }
        }
    }
    let mut find = Find(resolved, HashSet::new());
    visit::program(program, &mut find);
    propositions.iter().for_each(|e| visit::expr(e, &mut find));
    find.1
}

impl<'a> Lower<'a> {
    fn declare_files(&mut self) {
        let name = |i: usize| {
            let path = self.sources.path(crate::source::FileId(i as u32));
            path.display().to_string()
        };
        self.system.files = (0..self.sources.file_count()).map(name).collect();
    }

    fn declare_enums(&mut self) {
        for mtype in &self.resolved.mtypes {
            let name = mtype.name.as_ref().map_or("mtype", |n| n).to_owned();
            let values = mtype.values.iter().zip(1..).map(|(n, v)| (n.to_string(), v)).collect();
            self.system.enums.push(ir::Enum { name, values });
        }
    }

    /// Processes in the order of the text, which is also the order in which the active ones start.
    fn declare_templates(&mut self) {
        for (i, body) in self.resolved.bodies.iter().enumerate() {
            let runs = matches!(body.kind, BodyKind::Proctype | BodyKind::Init);
            if !runs {
                continue;
            }
            let id = ir::TemplateId::new(self.system.templates.len());
            self.templates.insert(BodyId(i as u32), id);
            let name = if body.kind == BodyKind::Init { "init" } else { &*body.name };
            self.system.templates.push(ir::Template {
                name: name.to_owned(),
                vars: Vec::new(),
                params: 0,
                chans: Vec::new(),
                locs: Vec::new(),
                edges: Vec::new(),
                entry: ir::LocId(0),
                provided: None,
                origin: self.origin(self.body_span(body)),
            });
        }
    }

    fn body_span(&self, body: &BodyInfo) -> Span {
        match &self.program.items[body.item] {
            Item::Proctype(p) => p.name.span,
            Item::Init(i) => i.keyword,
            Item::Never(n) => n.keyword,
            Item::Trace(t) => t.keyword,
            other => unreachable!("not a process text: {other:?}"),
        }
    }

    fn lower_bodies(&mut self) {
        for (i, body) in self.resolved.bodies.iter().enumerate() {
            let Some(template) = self.templates.get(&BodyId(i as u32)).copied() else { continue };
            let owner = Owner::Process(template);
            let (block, provided) = match &self.program.items[body.item] {
                Item::Proctype(p) => (&p.body, p.provided.as_ref()),
                Item::Init(init) => (&init.body, None),
                other => unreachable!("not a process: {other:?}"),
            };
            self.add_starts(template, body);
            let provided = provided.map(|e| self.context().expr(e));
            let (flow, seq) = Body::lower(self, owner, block);
            let graph = graph::build(flow, seq);
            for (key, loc) in graph.labels {
                self.label_locs.insert(LabelId(key), loc);
            }
            let t = &mut self.system.templates[template.index()];
            (t.locs, t.edges, t.entry) = (graph.locs, graph.edges, graph.entry);
            t.provided = provided;
            t.seal();
        }
    }

    fn add_starts(&mut self, template: ir::TemplateId, body: &BodyInfo) {
        let params = self.system.template(template).params;
        for _ in 0..body.active {
            self.system.initial.push(ir::Start {
                template,
                args: vec![0; params],
                priority: i32::from(body.priority),
            });
        }
    }

    /// Fills in locations of labels, folds constants, and notes what the system as a whole depends on.
    fn finish(mut self, mut propositions: Vec<ir::Expr>) -> Lowered {
        let locs = std::mem::take(&mut self.label_locs);
        let mut place = |e: ir::Expr| match e {
            ir::Expr::At(template, pid, labels) => {
                let found = labels.iter().filter_map(|l| locs.get(&LabelId(l.0)).copied());
                ir::Expr::At(template, pid, found.collect())
            }
            e => e,
        };
        for t in &mut self.system.templates {
            let edges = std::mem::take(&mut t.edges);
            t.edges = edges.into_iter().map(|e| e.map(&mut place)).collect();
            t.provided = t.provided.take().map(|e| e.map(&mut place));
        }
        propositions = propositions.into_iter().map(|e| e.map(&mut place)).collect();
        let mut system = self.system;
        if vars::uses_priorities(self.program, self.resolved) {
            system.scheduling = ir::Scheduling::Priority;
        }
        ir::simplify::resolve_constants(&mut system, &mut propositions);
        ir::simplify::drop_unread(&mut system, &propositions, &self.hidden);
        ir::simplify::fold(&mut system);
        let asks_last = |e: &ir::Expr| {
            let mut found = false;
            e.walk(&mut |x| found |= *x == ir::Expr::LastPid);
            found
        };
        system.remember_last =
            system.mentions(|e| *e == ir::Expr::LastPid) || propositions.iter().any(asks_last);
        Lowered { system, propositions }
    }

    /// The label that a label, jump or remote reference names.
    fn label(&self, node: NodeId) -> LabelId {
        self.resolved.label(node).expect("checked: every label exists")
    }

    /// The template that a `run` or remote reference names.
    fn process(&self, node: NodeId) -> ir::TemplateId {
        let body = self.resolved.process(node).expect("checked: every proctype exists");
        self.templates[&body]
    }

    fn context(&self) -> Context<'_, 'a> {
        Context { lower: self }
    }

    /// Where a piece of program text is: macros count as written where they are used.
    fn origin(&self, span: Span) -> ir::Origin {
        let mut span = span;
        while let Some(e) = span.expansion.and_then(|id| self.sources.expansion(id)) {
            if e.kind == ExpansionKind::Inline {
                break;
            }
            span = e.call;
        }
        let location = self.sources.location(span);
        let snippet = self.sources.snippet(span);
        let text = snippet.split_whitespace().collect::<Vec<_>>().join(" ");
        ir::Origin {
            file: span.file.0,
            line: location.line,
            column: location.column,
            text: shorten(&text),
        }
    }

    /// Did the text get here through an inline?
    fn is_in_inline(&self, mut span: Span) -> bool {
        while let Some(e) = span.expansion.and_then(|id| self.sources.expansion(id)) {
            if e.kind == ExpansionKind::Inline {
                return true;
            }
            span = e.call;
        }
        false
    }

    /// The last place of a span.
    fn origin_at_end(&self, span: Span, text: &str) -> ir::Origin {
        let last = Span { start: span.end.saturating_sub(1), ..span };
        ir::Origin { text: text.to_owned(), ..self.origin(last) }
    }
}

/// Long statements (a whole `do … od`) are cut: a line of a trace should be a line.
fn shorten(text: &str) -> String {
    const MOST: usize = 72;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let cut: String = text.chars().take(MOST - 1).collect();
    format!("{cut}…")
}
