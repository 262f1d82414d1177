//! Locations and edges from the elements of a body.
//!
//! *Idea:* a control state is an element that some step leads to. Its edges are the element's own step, or,
//! for a selection or a block, the first steps of its options, however deeply nested; before them come the
//! first steps of the escapes that may take over there.
//! *Source:* as for `flow.rs`.
//! *Where we differ:* the inside of a `d_step` becomes transit locations instead of straight-line C.
//! *Requires:* the labels of all jumps exist. *Cost:* linear in the size of the expanded selections.

use std::collections::HashMap;

use burnside_ir::{Binary, ChanTest, Edge, Expr, Guard, Id, Loc, LocId, Op, Origin};

use super::flow::{Braces, El, Flow, Kind, LabelKey, Seq, Status, Target};

/// A control graph, and where the labels are in it.
#[derive(Debug)]
pub(super) struct Graph {
    pub locs: Vec<Loc>,
    pub edges: Vec<Edge>,
    pub entry: LocId,
    pub labels: HashMap<LabelKey, LocId>,
}

/// The control graph of a body.
pub(super) fn build(mut flow: Flow, body: Seq) -> Graph {
    tie(&mut flow, body);
    let labels = labels_of(&flow);
    bridge_atomics(&mut flow, &labels);
    let first = flow.seqs[body].first.expect("a body is not empty");
    let mut b = Builder { labels, flow, locs: Vec::new(), of: HashMap::new(), edges: Vec::new() };
    let entry = b.hunt(first, b.flow.els[first].status);
    let entry = b.location(entry);
    let mut done = 0;
    while done < b.locs.len() {
        b.connect(done);
        done += 1;
    }
    b.add_unreachable();
    let labels = b.label_locations();
    let mut locs: Vec<Loc> = b.locs.iter().map(|el| b.describe(*el)).collect();
    for (loc, through) in b.inherited_marks() {
        let from = b.describe(through);
        locs[loc.index()].end |= from.end;
        locs[loc.index()].accept |= from.accept;
        locs[loc.index()].progress |= from.progress;
    }
    let edges = b.edges.into_iter().map(|e| e.edge).collect();
    Graph { locs, edges, entry, labels }
}

/// Lets the last element of every block lead to what follows the block.
fn tie(flow: &mut Flow, seq: Seq) {
    for el in flow.elements(seq) {
        match flow.els[el].kind.clone() {
            Kind::Block(_, inner) => {
                let last = flow.seqs[inner].last.expect("a block is not empty");
                flow.els[last].next = flow.els[el].next;
                tie(flow, inner);
            }
            Kind::Choice(options) => options.iter().for_each(|s| tie(flow, *s)),
            Kind::Unless(main, escape) => {
                tie(flow, main);
                tie(flow, escape);
            }
            _ => {}
        }
    }
}

fn labels_of(flow: &Flow) -> HashMap<LabelKey, El> {
    let all = flow.els.iter().enumerate();
    all.flat_map(|(el, e)| e.labels.iter().map(move |l| (l.key, el))).collect()
}

/// A jump out of an atomic sequence gives up control; one from its end into another keeps it.
fn bridge_atomics(flow: &mut Flow, labels: &HashMap<LabelKey, El>) {
    let inside = |s: Status| s.atomic || s.last;
    for el in 0..flow.els.len() {
        let Kind::Goto(target) = flow.els[el].kind else { continue };
        let there = inside(flow.els[resolve(flow, labels, target)].status);
        let status = &mut flow.els[el].status;
        if inside(*status) {
            status.atomic = there;
            status.last = !there;
        }
    }
}

fn resolve(flow: &Flow, labels: &HashMap<LabelKey, El>, target: Target) -> El {
    match target {
        Target::Label(key) => labels[&key],
        Target::Break(n) => flow.breaks[n].expect("the loop is complete"),
    }
}

struct Builder {
    flow: Flow,
    labels: HashMap<LabelKey, El>,
    /// The element that each location stands for.
    locs: Vec<El>,
    of: HashMap<El, LocId>,
    edges: Vec<Placed>,
}

/// An edge, and the elements whose marks its target inherits.
struct Placed {
    edge: Edge,
    through: Vec<El>,
}

/// A first step of an element.
#[derive(Clone)]
struct Move {
    /// The element that makes it.
    el: El,
    /// The statement to name in a trace; another one only for a `d_step`, which is named by its first.
    named: El,
    guard: Guard,
    op: Op,
    to: El,
    hold: bool,
    /// The elements that it was pulled out of, its own included.
    through: Vec<El>,
}

impl Builder {
    fn location(&mut self, el: El) -> LocId {
        let locs = &mut self.locs;
        *self.of.entry(el).or_insert_with(|| {
            locs.push(el);
            LocId::new(locs.len() - 1)
        })
    }

    /// Adds the edges of a location.
    fn connect(&mut self, loc: usize) {
        let moves = self.moves(self.locs[loc]);
        // Escapes go in front, the outermost first; each escape is a class of its own.
        let mut all: Vec<(Option<El>, Move)> = moves.iter().map(|m| (None, m.clone())).collect();
        for m in &moves {
            let source = &self.flow.els[m.el];
            for escape in source.escapes.clone().into_iter().rev() {
                let first = self.flow.seqs[escape].first.expect("an escape is not empty");
                let class = self.hunt(first, self.flow.els[m.el].status);
                for step in self.moves(class) {
                    if !all.iter().any(|(_, other)| other.el == step.el) {
                        all.insert(0, (Some(class), step));
                    }
                }
            }
        }
        let (mut rank, mut class) = (0, all.first().and_then(|(c, _)| *c));
        for (c, m) in all {
            if c != class {
                (rank, class) = (rank + 1, c);
            }
            self.add_edge(LocId::new(loc), rank, m);
        }
    }

    fn add_edge(&mut self, from: LocId, rank: u8, m: Move) {
        let to = self.location(m.to);
        let edge = Edge {
            from,
            to,
            params: Vec::new(),
            guard: m.guard,
            op: m.op,
            hold: m.hold,
            rank,
            origin: self.flow.els[m.named].origin.clone(),
        };
        self.edges.push(Placed { edge, through: m.through });
    }

    /// Statements that nothing leads to still belong to the program: they are reported as unreached.
    fn add_unreachable(&mut self) {
        let known: std::collections::HashSet<Origin> =
            self.edges.iter().map(|p| p.edge.origin.clone()).collect();
        for el in 0..self.flow.els.len() {
            let e = &self.flow.els[el];
            let real = matches!(e.kind, Kind::Step(..)) && e.origin.line > 0;
            if real && !known.contains(&e.origin) {
                let loc = self.location(el).index();
                let before = self.locs.len();
                self.connect(loc);
                for new in before..self.locs.len() {
                    self.connect(new);
                }
            }
        }
    }

    fn label_locations(&mut self) -> HashMap<LabelKey, LocId> {
        let keys: Vec<(LabelKey, El)> = self.labels.iter().map(|(k, e)| (*k, *e)).collect();
        keys.into_iter().filter_map(|(k, el)| Some((k, *self.of.get(&el)?))).collect()
    }

    fn describe(&self, el: El) -> Loc {
        let e = &self.flow.els[el];
        let has = |prefix: &str| e.labels.iter().any(|l| l.name.starts_with(prefix));
        Loc {
            labels: e.labels.iter().map(|l| l.name.clone()).collect(),
            end: has("end") || matches!(e.kind, Kind::Step(_, Op::End)),
            progress: has("progress"),
            accept: has("accept"),
            transit: e.status.dstep,
            number: e.number,
            reset: Vec::new(),
        }
    }

    /// The marks of a statement that was pulled into a selection pass on to where it leads.
    fn inherited_marks(&self) -> Vec<(LocId, El)> {
        let pairs = |p: &Placed| -> Vec<(LocId, El)> {
            p.through.iter().map(|el| (p.edge.to, *el)).collect()
        };
        self.edges.iter().flat_map(pairs).collect()
    }

    /// The first steps of an element, in the order in which they are tried.
    fn moves(&self, el: El) -> Vec<Move> {
        let e = &self.flow.els[el];
        let single = |guard: Guard, op: Op, to: El, hold: bool| {
            vec![Move { el, named: el, guard, op, to, hold, through: Vec::new() }]
        };
        let skip = || (Guard::When(Expr::TRUE), Op::Skip);
        match &e.kind {
            Kind::Step(guard, op) => {
                let (to, hold) = self.behind(el, e.next);
                single(guard.clone(), op.clone(), to, hold)
            }
            Kind::Goto(target) => {
                let (guard, op) = skip();
                let (to, hold) = self.behind(el, Some(resolve(&self.flow, &self.labels, *target)));
                single(guard, op, to, hold)
            }
            Kind::Joint | Kind::BreakJoint => {
                let (guard, op) = skip();
                let (to, hold) = self.behind(el, e.next);
                single(guard, op, to, hold)
            }
            Kind::Choice(options) => options.iter().flat_map(|s| self.pulled(*s)).collect(),
            Kind::Unless(main, _) => self.pulled(*main),
            Kind::Block(Braces::DStep, inner) => self.enter_dstep(el, *inner),
            Kind::Block(_, inner) => self.pulled(*inner),
        }
    }

    /// The first steps of a sequence, pulled out of it.
    fn pulled(&self, seq: Seq) -> Vec<Move> {
        let first = self.start(self.flow.seqs[seq].first.expect("a sequence is not empty"));
        let mut moves = self.moves(first);
        moves.iter_mut().for_each(|m| m.through.push(first));
        moves
    }

    /// Where the step of an element leads, and whether the process keeps control there.
    fn behind(&self, el: El, next: Option<El>) -> (El, bool) {
        let status = self.flow.els[el].status;
        let Some(next) = next else { return (el, false) };
        if !status.dstep {
            return (self.hunt(next, status), status.atomic);
        }
        match self.inside_dstep(next) {
            Some(to) => (to, false),
            None => {
                let block = self.dstep_around(el);
                let status = self.flow.els[block].status;
                match self.flow.els[block].next {
                    Some(next) => (self.hunt(next, status), status.atomic),
                    None => (block, false),
                }
            }
        }
    }

    /// The block of the `d_step` that an element is in.
    fn dstep_around(&self, el: El) -> El {
        let holds = |seq: Seq| self.contains(seq, el);
        (0..self.flow.els.len())
            .find(|b| matches!(self.flow.els[*b].kind, Kind::Block(Braces::DStep, s) if holds(s)))
            .expect("an element with this mark is in a d_step")
    }

    fn contains(&self, seq: Seq, el: El) -> bool {
        self.flow.elements(seq).into_iter().any(|e| {
            e == el
                || match &self.flow.els[e].kind {
                    Kind::Choice(options) => options.iter().any(|s| self.contains(*s, el)),
                    Kind::Unless(a, b) => self.contains(*a, el) || self.contains(*b, el),
                    Kind::Block(_, inner) => self.contains(*inner, el),
                    _ => false,
                }
        })
    }

    /// The step that execution inside a `d_step` comes to next; none if it leaves.
    fn inside_dstep(&self, mut el: El) -> Option<El> {
        for _ in 0..=self.flow.els.len() {
            let e = &self.flow.els[el];
            if !e.status.dstep {
                return None;
            }
            el = match &e.kind {
                Kind::Step(..) | Kind::Choice(_) => return Some(el),
                Kind::Goto(target) => resolve(&self.flow, &self.labels, *target),
                Kind::Joint | Kind::BreakJoint => e.next?,
                Kind::Unless(seq, _) | Kind::Block(_, seq) => self.flow.seqs[*seq].first?,
            };
        }
        Some(el) // jumps that only lead to each other: an endless step
    }

    /// The one step that a `d_step` is for the outside, up to its first location inside.
    fn enter_dstep(&self, block: El, inner: Seq) -> Vec<Move> {
        let first = self.start(self.flow.seqs[inner].first.expect("a block is not empty"));
        let first = self.inside_dstep(first).unwrap_or(first);
        let moves = self.moves(first);
        if let [only] = moves.as_slice() {
            return vec![Move { el: block, through: Vec::new(), ..only.clone() }];
        }
        // A selection: executable if one of its options is, and then the first of these is taken.
        let any = moves
            .iter()
            .map(|m| executable(&m.guard, &m.op))
            .reduce(|a, b| Expr::binary(Binary::Or, a, b))
            .unwrap_or(Expr::TRUE);
        vec![Move {
            el: block,
            named: block,
            guard: Guard::When(any),
            op: Op::Skip,
            to: first,
            hold: false,
            through: Vec::new(),
        }]
    }

    /// Passes over the joint at the head of a loop and into the main part of an `unless`.
    fn start(&self, mut el: El) -> El {
        loop {
            let e = &self.flow.els[el];
            el = match (&e.kind, e.next) {
                (Kind::Joint, Some(next)) => next,
                (Kind::Unless(main, _), _) => {
                    self.flow.seqs[*main].first.expect("a sequence is not empty")
                }
                _ => return el,
            };
        }
    }

    /// The element at which a process comes to rest that moves on to `el` from a step with this status.
    fn hunt(&self, mut el: El, from: Status) -> El {
        for _ in 0..=self.flow.els.len() {
            let e = &self.flow.els[el];
            let next = match &e.kind {
                Kind::Goto(target) => resolve(&self.flow, &self.labels, *target),
                Kind::Joint | Kind::BreakJoint => match e.next {
                    Some(next) => next,
                    None => return el,
                },
                Kind::Unless(main, _) => {
                    self.hunt(self.flow.seqs[*main].first.expect("not empty"), from)
                }
                Kind::Step(..) | Kind::Choice(_) | Kind::Block(..) => return el,
            };
            if from.atomic && !self.flow.els[next].status.atomic {
                return el;
            }
            el = next;
        }
        el // jumps that only lead to each other
    }
}

/// When a step is executable, as an expression.
fn executable(guard: &Guard, op: &Op) -> Expr {
    let guard = match guard {
        Guard::Else => return Expr::TRUE,
        Guard::When(e) => e.clone(),
    };
    let op = match op {
        Op::Send { chan, .. } => Expr::Test(ChanTest::NotFull, Box::new(chan.clone())),
        Op::Receive { chan, fields, anywhere, .. } => {
            Expr::Poll { chan: Box::new(chan.clone()), anywhere: *anywhere, fields: fields.clone() }
        }
        _ => return guard,
    };
    if guard == Expr::TRUE { op } else { Expr::binary(Binary::And, guard, op) }
}
