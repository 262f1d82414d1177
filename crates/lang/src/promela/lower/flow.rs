//! Control flow: from nested sequences to the elements of SPIN's automata.
//!
//! *Idea:* state counts agree with SPIN's only if the control states do, and SPIN's come from a particular
//! representation: a body is a list of *elements* (statements, jumps, selections, blocks and the invisible
//! joints behind selections), linked by `next`. This module builds that list; `graph.rs` turns it into
//! locations and edges.
//! *Source:* the behaviour of SPIN 6.5 (`spin -a -o1 -o2 -o3`), read off its generated verifiers.
//! *Where we differ:* nothing is different in the result; the elements carry IR operations from the start.
//!
//! What decides where control states are:
//! * a selection is an element followed by a *joint*; a loop is a joint, the selection and a *break joint*;
//!   every option ends in the joint;
//! * joints, breaks and jumps are passed over, except when a step inside an atomic sequence would thereby
//!   leave it: then the process stops at the joint, and leaves with a step of its own;
//! * every element of an atomic sequence keeps control except the last one;
//! * an element under an `unless` knows the escapes that may take over.

use burnside_ir::{Guard, Op, Origin};

/// An element of a body.
pub(super) type El = usize;
/// A sequence of elements.
pub(super) type Seq = usize;
/// A label, as the caller numbers them.
pub(super) type LabelKey = u32;

/// What an element is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A basic statement.
    Step(Guard, Op),
    /// A jump.
    Goto(Target),
    /// Behind a selection or an `unless`; at the head of a loop.
    Joint,
    /// Behind a loop.
    BreakJoint,
    /// `if` and `do`.
    Choice(Vec<Seq>),
    /// `main unless escape`.
    Unless(Seq, Seq),
    /// Braces of any kind.
    Block(Braces, Seq),
}

/// Kinds of braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Braces {
    Plain,
    Atomic,
    DStep,
}

/// Where a jump goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// To a label.
    Label(LabelKey),
    /// Behind the loop with this number.
    Break(usize),
}

/// A place in an atomic sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Status {
    /// Inside, and not its last step: control is kept.
    pub atomic: bool,
    /// The last step.
    pub last: bool,
    /// Inside a `d_step`.
    pub dstep: bool,
}

/// A label in front of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LabelAt {
    pub key: LabelKey,
    pub name: String,
    /// Referred to from outside the process.
    pub observed: bool,
}

impl LabelAt {
    /// Does the label carry a meaning, so that the state it names must exist?
    fn is_special(&self) -> bool {
        ["accept", "end", "progress"].iter().any(|p| self.name.starts_with(p)) || self.observed
    }
}

/// One element.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub kind: Kind,
    pub next: Option<El>,
    pub status: Status,
    pub labels: Vec<LabelAt>,
    /// Escape sequences that may take over here, the outermost first.
    pub escapes: Vec<Seq>,
    pub origin: Origin,
    /// SPIN's number for it, in the order of creation.
    pub number: u32,
}

/// A sequence under construction or closed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sequence {
    pub first: Option<El>,
    /// The last element, a joint appended later included.
    pub last: Option<El>,
    /// The last element that was written by the user.
    extent: Option<El>,
}

/// The elements of one body.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub els: Vec<Element>,
    pub seqs: Vec<Sequence>,
    open: Vec<Seq>,
    /// Loops being read, innermost last; and the break joint of every loop that is complete.
    loops: Vec<usize>,
    pub breaks: Vec<Option<El>>,
}

impl Flow {
    /// Begins a sequence; elements go there until it is closed.
    pub fn open(&mut self) {
        self.seqs.push(Sequence::default());
        self.open.push(self.seqs.len() - 1);
    }

    /// Ends the sequence begun last.
    pub fn close(&mut self) -> Seq {
        let seq = self.open.pop().expect("sequences are opened and closed in pairs");
        self.seqs[seq].extent = self.seqs[seq].last;
        seq
    }

    /// Adds a basic statement.
    pub fn step(&mut self, guard: Guard, op: Op, origin: Origin, labels: Vec<LabelAt>) {
        let el = self.element(Kind::Step(guard, op), origin, labels);
        self.append_here(el);
    }

    /// Adds a jump. A label with a meaning needs a state of its own, so it gets a `skip` to stand on.
    pub fn goto(&mut self, target: Target, origin: Origin, mut labels: Vec<LabelAt>) {
        if labels.iter().any(LabelAt::is_special) {
            let taken = std::mem::take(&mut labels);
            let skip = Kind::Step(Guard::When(burnside_ir::Expr::TRUE), Op::Skip);
            let el = self.element(skip, origin.clone(), taken);
            self.append_here(el);
        }
        let el = self.element(Kind::Goto(target), origin, labels);
        self.append_here(el);
    }

    /// Begins a loop, for the breaks in it.
    pub fn enter_loop(&mut self) {
        self.breaks.push(None);
        self.loops.push(self.breaks.len() - 1);
    }

    /// Where `break` goes, if anywhere.
    pub fn break_target(&self) -> Option<Target> {
        self.loops.last().map(|l| Target::Break(*l))
    }

    /// Adds `if`. The options have been closed already.
    pub fn select(&mut self, options: Vec<Seq>, origin: Origin, labels: Vec<LabelAt>) {
        let (choice, joint) = self.choice(options, origin, labels);
        self.append_here(choice);
        self.append_here(joint);
    }

    /// Adds `do`, ending the loop begun with [`Flow::enter_loop`].
    pub fn repeat(&mut self, options: Vec<Seq>, origin: Origin, labels: Vec<LabelAt>) {
        let (choice, joint) = self.choice(options, origin.clone(), labels);
        self.append_here(joint);
        let end = self.element(Kind::BreakJoint, origin, Vec::new());
        let number = self.loops.pop().expect("a loop ends that was begun");
        self.breaks[number] = Some(end);
        self.append_here(choice);
        self.append_here(end);
    }

    /// A selection and its joint; an `else` option is moved to the end.
    fn choice(&mut self, mut options: Vec<Seq>, origin: Origin, labels: Vec<LabelAt>) -> (El, El) {
        let is_else = |flow: &Flow, s: Seq| {
            let first = flow.seqs[s].first.expect("an option is not empty");
            matches!(flow.els[first].kind, Kind::Step(Guard::Else, _))
        };
        if let Some(i) = options.iter().position(|s| is_else(self, *s)) {
            let last = options.remove(i);
            options.push(last);
        }
        let choice = self.element(Kind::Choice(options.clone()), origin.clone(), labels);
        let joint = self.element(Kind::Joint, origin, Vec::new());
        for s in options {
            self.append(s, joint);
        }
        (choice, joint)
    }

    /// Adds `main unless escape`.
    pub fn unless(&mut self, main: Seq, escape: Seq, origin: Origin, labels: Vec<LabelAt>) {
        let el = self.element(Kind::Unless(main, escape), origin.clone(), labels);
        let joint = self.element(Kind::Joint, origin, Vec::new());
        self.append(main, joint);
        self.append(escape, joint);
        self.attach_escape(main, escape);
        self.append_here(el);
        self.append_here(joint);
    }

    /// Adds a block.
    pub fn block(&mut self, braces: Braces, seq: Seq, origin: Origin, labels: Vec<LabelAt>) {
        self.mark_indivisible(seq, braces);
        self.block_as_is(braces, seq, origin, labels);
    }

    /// Gives the elements of a sequence the status that braces around it imply.
    pub fn mark_indivisible(&mut self, seq: Seq, braces: Braces) {
        match braces {
            Braces::Plain => {}
            Braces::Atomic => self.make_atomic(seq, false),
            Braces::DStep => self.make_atomic(seq, true),
        }
    }

    /// Adds a block whose elements keep the status they have.
    pub fn block_as_is(&mut self, braces: Braces, seq: Seq, origin: Origin, labels: Vec<LabelAt>) {
        let el = self.element(Kind::Block(braces, seq), origin, labels);
        self.append_here(el);
    }

    /// Drops a `skip` that follows another `skip` or a print inside an option, as SPIN does.
    pub fn prune_skips(&mut self, option: Seq) {
        let Sequence { first, last, .. } = self.seqs[option];
        let (mut idle, mut previous) = (0, None);
        let mut cursor = first;
        while let Some(el) = cursor {
            cursor = self.els[el].next.filter(|_| Some(el) != last);
            let (skip, print) = match &self.els[el].kind {
                Kind::Step(Guard::When(burnside_ir::Expr::Int(1)), Op::Skip) => (true, false),
                Kind::Step(_, Op::Print(..)) => (true, true),
                _ => (false, false),
            };
            idle = if skip && self.els[el].labels.is_empty() { idle + 1 } else { 0 };
            if idle > 1 && !print && Some(el) != first && Some(el) != last {
                let before: El = previous.expect("not the first");
                self.els[before].next = self.els[el].next;
            } else {
                previous = Some(el);
            }
        }
    }

    fn element(&mut self, kind: Kind, origin: Origin, labels: Vec<LabelAt>) -> El {
        self.els.push(Element {
            kind,
            next: None,
            status: Status::default(),
            labels,
            escapes: Vec::new(),
            origin,
            number: self.els.len() as u32 + 1,
        });
        self.els.len() - 1
    }

    fn append_here(&mut self, el: El) {
        let seq = *self.open.last().expect("elements are added to an open sequence");
        self.append(seq, el);
    }

    fn append(&mut self, seq: Seq, el: El) {
        let s = &mut self.seqs[seq];
        match s.last {
            Some(last) => self.els[last].next = Some(el),
            None => s.first = Some(el),
        }
        s.last = Some(el);
    }

    /// The elements of a sequence from its first up to the given one.
    fn upto(&self, seq: Seq, end: Option<El>) -> Vec<El> {
        let mut list = Vec::new();
        let mut cursor = self.seqs[seq].first;
        while let Some(el) = cursor {
            list.push(el);
            cursor = self.els[el].next.filter(|_| Some(el) != end);
        }
        list
    }

    /// All elements of a sequence.
    pub fn elements(&self, seq: Seq) -> Vec<El> {
        self.upto(seq, self.seqs[seq].last)
    }

    /// Marks a sequence as indivisible: all its elements keep control, but for the last step.
    fn make_atomic(&mut self, seq: Seq, dstep: bool) {
        self.mark_atomic(seq, dstep);
        let last = self.seqs[seq].last.expect("a block is not empty");
        match self.els[last].kind {
            Kind::Block(Braces::Plain | Braces::Atomic, inner) => self.make_atomic(inner, dstep),
            Kind::Unless(main, _) => self.make_atomic(main, dstep),
            _ => {
                self.els[last].status.atomic = false;
                self.els[last].status.last = true;
            }
        }
    }

    fn mark_atomic(&mut self, seq: Seq, dstep: bool) {
        for el in self.elements(seq) {
            self.els[el].status.atomic = true;
            self.els[el].status.dstep |= dstep;
            match self.els[el].kind.clone() {
                // Braces inside an indivisible sequence mean nothing more.
                Kind::Block(Braces::DStep, _) if !dstep => {}
                Kind::Block(_, inner) => {
                    self.els[el].kind = Kind::Block(Braces::Plain, inner);
                    self.mark_atomic(inner, dstep);
                }
                Kind::Choice(options) => options.iter().for_each(|s| self.mark_atomic(*s, dstep)),
                Kind::Unless(main, escape) => {
                    self.mark_atomic(main, dstep);
                    self.mark_atomic(escape, dstep);
                }
                _ => {}
            }
        }
    }

    fn attach_escape(&mut self, seq: Seq, escape: Seq) {
        for el in self.upto(seq, self.seqs[seq].extent) {
            self.escape_from(el, escape);
        }
    }

    fn escape_from(&mut self, el: El, escape: Seq) {
        if self.els[el].escapes.contains(&escape) {
            return;
        }
        for inner in self.els[el].escapes.clone() {
            self.attach_escape(inner, escape);
        }
        self.els[el].escapes.insert(0, escape);
        match self.els[el].kind.clone() {
            Kind::Unless(main, _) => self.attach_escape(main, escape),
            Kind::Choice(options) => options.iter().for_each(|s| self.attach_escape(*s, escape)),
            // A d_step can be left only before it begins.
            Kind::Block(Braces::DStep, inner) => {
                let first = self.seqs[inner].first.expect("a block is not empty");
                self.escape_from(first, escape);
            }
            Kind::Block(_, inner) => self.attach_escape(inner, escape),
            _ => {}
        }
    }
}
