//! Which values a variable can hold at all.
//!
//! *Idea:* one interval per variable and message field, the least that contains the initial values and
//! everything that is ever written; a `bool` array that SPIN keeps in bytes needs one bit per cell, a
//! `byte` that holds one of four constants two. *Source:* interval analysis (Cousot and Cousot 1977),
//! without regard to control flow.
//! *Requires:* process ids below `pids`. *Guarantees:* in every reachable state every cell is within its
//! interval. *Cost:* a few rounds over all edges; an interval that still grows then is widened to its type.

use crate::entity::{ChanId, Id, TemplateId, VarId};
use crate::expr::{Binary, Expr, Pattern, Place, Scope, Unary};
use crate::system::{Channel, Edge, Init, Op, System, Var};
use crate::types::{Repr, Type};

/// Rounds before growing intervals are widened.
const PATIENCE: usize = 6;

/// The numbers from `lo` to `hi`; none if `lo > hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub lo: i64,
    /// The greatest.
    pub hi: i64,
}

impl Interval {
    const NONE: Interval = Interval { lo: i64::MAX, hi: i64::MIN };
    const BIT: Interval = Interval { lo: 0, hi: 1 };
    const ALL: Interval = Interval { lo: i32::MIN as i64, hi: i32::MAX as i64 };

    fn new(lo: i64, hi: i64) -> Interval {
        Interval { lo, hi }
    }

    fn one(v: i32) -> Interval {
        Interval::new(i64::from(v), i64::from(v))
    }

    fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    fn join(self, other: Interval) -> Interval {
        Interval::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    fn is_in(self, other: Interval) -> bool {
        self.is_empty() || (other.lo <= self.lo && self.hi <= other.hi)
    }

    /// As a result of 32-bit arithmetic, which wraps.
    fn wrapped(self) -> Interval {
        if self.is_in(Interval::ALL) { self } else { Interval::ALL }
    }
}

/// The intervals of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Of the global variables.
    pub globals: Vec<Interval>,
    /// Of the variables of each template.
    pub own: Vec<Vec<Interval>>,
    /// Of the message fields of each global channel.
    pub chans: Vec<Vec<Interval>>,
    /// Of the message fields of each channel of each template.
    pub own_chans: Vec<Vec<Vec<Interval>>>,
}

impl Ranges {
    /// Computes the intervals, given that at most `pids` processes run at once.
    pub fn new(system: &System, pids: usize) -> Ranges {
        let none = |vars: &[Var]| vec![Interval::NONE; vars.len()];
        let fields = |chans: &[Channel]| -> Vec<Vec<Interval>> {
            chans.iter().map(|c| vec![Interval::NONE; c.fields.len()]).collect()
        };
        let ranges = Ranges {
            globals: none(&system.globals),
            own: system.templates.iter().map(|t| none(&t.vars)).collect(),
            chans: fields(&system.chans),
            own_chans: system.templates.iter().map(|t| fields(&t.chans)).collect(),
        };
        let mut analysis =
            Analysis { system, pids: pids as i64, ranges, widen: false, grown: false };
        for round in 0.. {
            analysis.widen = round >= PATIENCE;
            analysis.grown = false;
            analysis.round();
            if !analysis.grown {
                return analysis.ranges;
            }
        }
        unreachable!("every interval is widened at most once")
    }
}

struct Analysis<'a> {
    system: &'a System,
    pids: i64,
    ranges: Ranges,
    widen: bool,
    grown: bool,
}

/// Something with an interval.
#[derive(Clone, Copy)]
enum Target {
    Global(VarId),
    Own(TemplateId, VarId),
    Field(ChanId, usize),
    OwnField(TemplateId, ChanId, usize),
}

impl Analysis<'_> {
    fn round(&mut self) {
        let system = self.system;
        for (i, var) in system.globals.iter().enumerate() {
            self.initial(Target::Global(VarId::new(i)), None, var);
        }
        for (id, t) in system.templates() {
            for (i, var) in t.vars.iter().enumerate() {
                if i >= t.params {
                    self.initial(Target::Own(id, VarId::new(i)), Some(id), var);
                }
            }
            for var in t.locs.iter().flat_map(|l| &l.reset) {
                self.put(Target::Own(id, *var), Interval::one(t.var(*var).ty.zero()));
            }
            t.edges.iter().for_each(|e| self.edge(id, e));
        }
        for start in &system.initial {
            let params = system.template(start.template).params;
            for (i, arg) in start.args.iter().enumerate().take(params) {
                self.put(Target::Own(start.template, VarId::new(i)), Interval::one(*arg));
            }
        }
    }

    fn initial(&mut self, target: Target, owner: Option<TemplateId>, var: &Var) {
        let values = match &var.init {
            Init::Expr(e) => self.eval(owner, e),
            Init::Cells(list) | Init::Any(list) => {
                list.iter().fold(Interval::NONE, |i, v| i.join(Interval::one(*v)))
            }
            Init::Chans(_) => self.channel_refs(),
        };
        self.put(target, values);
    }

    fn edge(&mut self, owner: TemplateId, edge: &Edge) {
        match &edge.op {
            Op::Assign(list) => {
                for (place, value) in list {
                    let value = self.eval(Some(owner), value);
                    self.assign(owner, place, value);
                }
            }
            Op::Send { chan, args, .. } => {
                for (i, arg) in args.iter().enumerate() {
                    let value = self.eval(Some(owner), arg);
                    for field in self.fields(owner, chan, i) {
                        self.put(field, value);
                    }
                }
            }
            Op::Receive { chan, fields, .. } => {
                for (i, pattern) in fields.iter().enumerate() {
                    let Pattern::Bind(place) = pattern else { continue };
                    let all = self.fields(owner, chan, i).into_iter().map(|f| *self.slot(f).0);
                    let value = all.fold(Interval::NONE, Interval::join);
                    self.assign(owner, place, value);
                }
            }
            Op::Run { template, args, pid, .. } => {
                let params = self.system.template(*template).params;
                for (i, arg) in args.iter().enumerate().take(params) {
                    let value = self.eval(Some(owner), arg);
                    self.put(Target::Own(*template, VarId::new(i)), value);
                }
                if let Some(place) = pid {
                    self.assign(owner, place, Interval::new(0, self.pids - 1));
                }
            }
            _ => {}
        }
    }

    fn assign(&mut self, owner: TemplateId, place: &Place, value: Interval) {
        match &place.scope {
            Scope::Global => self.put(Target::Global(place.var), value),
            Scope::Own => self.put(Target::Own(owner, place.var), value),
            Scope::Of(t, _) => self.put(Target::Own(*t, place.var), value),
        }
    }

    /// The fields number `i` of all channels that an expression may refer to.
    fn fields(&self, owner: TemplateId, chan: &Expr, i: usize) -> Vec<Target> {
        let system = self.system;
        let all = match chan {
            Expr::Chan(c) => vec![Target::Field(*c, i)],
            Expr::OwnChan(c) => vec![Target::OwnField(owner, *c, i)],
            _ => {
                let global = (0..system.chans.len()).map(|c| Target::Field(ChanId::new(c), i));
                let own = system.templates().flat_map(|(t, template)| {
                    (0..template.chans.len()).map(move |c| Target::OwnField(t, ChanId::new(c), i))
                });
                global.chain(own).collect()
            }
        };
        let exists = |t: &Target| match t {
            Target::Field(c, i) => *i < system.chans[c.index()].fields.len(),
            Target::OwnField(t, c, i) => *i < system.template(*t).chans[c.index()].fields.len(),
            _ => true,
        };
        all.into_iter().filter(exists).collect()
    }

    /// The interval and the type of something.
    fn slot(&self, target: Target) -> (&Interval, Type) {
        let (s, r) = (self.system, &self.ranges);
        match target {
            Target::Global(v) => (&r.globals[v.index()], s.global(v).ty),
            Target::Own(t, v) => (&r.own[t.index()][v.index()], s.template(t).var(v).ty),
            Target::Field(c, i) => (&r.chans[c.index()][i], s.chans[c.index()].fields[i]),
            Target::OwnField(t, c, i) => {
                (&r.own_chans[t.index()][c.index()][i], s.template(t).chans[c.index()].fields[i])
            }
        }
    }

    /// Adds values to an interval.
    fn put(&mut self, target: Target, values: Interval) {
        let (old, ty) = self.slot(target);
        let (old, full) = (*old, self.of_type(ty));
        let values = if values.is_in(full) { values } else { full };
        let mut new = old.join(values);
        if new == old || values.is_empty() {
            return;
        }
        if self.widen {
            new = full;
        }
        self.grown = true;
        let r = &mut self.ranges;
        *match target {
            Target::Global(v) => &mut r.globals[v.index()],
            Target::Own(t, v) => &mut r.own[t.index()][v.index()],
            Target::Field(c, i) => &mut r.chans[c.index()][i],
            Target::OwnField(t, c, i) => &mut r.own_chans[t.index()][c.index()][i],
        } = new;
    }

    fn of_type(&self, ty: Type) -> Interval {
        let (lo, bits) = ty.packing();
        match ty.repr {
            Repr::Signed(32) => Interval::ALL,
            Repr::Range(lo, hi) => Interval::new(lo.into(), hi.into()),
            _ => Interval::new(lo.into(), i64::from(lo) + (1i64 << bits) - 1),
        }
    }

    fn channel_refs(&self) -> Interval {
        let own = self.pids * self.system.own_chans() as i64;
        Interval::new(0, self.system.chans.len() as i64 + own)
    }

    fn eval(&self, owner: Option<TemplateId>, e: &Expr) -> Interval {
        match e {
            Expr::Int(v) => Interval::one(*v),
            Expr::Load(place) => match (&place.scope, owner) {
                (Scope::Global, _) => self.ranges.globals[place.var.index()],
                (Scope::Own, Some(t)) => self.ranges.own[t.index()][place.var.index()],
                // A process that does not run reads as 0.
                (Scope::Of(t, _), _) => {
                    self.ranges.own[t.index()][place.var.index()].join(Interval::one(0))
                }
                (Scope::Own, None) => Interval::ALL,
            },
            Expr::SelfPid | Expr::LastPid => Interval::new(0, self.pids - 1),
            Expr::Running => Interval::new(0, self.pids),
            Expr::Chan(_) | Expr::OwnChan(_) => self.channel_refs(),
            Expr::Unary(Unary::Not, _)
            | Expr::Test(..)
            | Expr::Poll { .. }
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Enabled(_)
            | Expr::At(..) => Interval::BIT,
            Expr::Unary(Unary::Neg, a) => {
                let a = self.eval(owner, a);
                if a.is_empty() { a } else { Interval::new(-a.hi, -a.lo).wrapped() }
            }
            Expr::Priority(_) => Interval::new(0, 255),
            Expr::Cond(parts) => self.eval(owner, &parts[1]).join(self.eval(owner, &parts[2])),
            Expr::Binary(op, a, b) => binary(*op, self.eval(owner, a), self.eval(owner, b)),
            Expr::Unary(Unary::Complement, _) | Expr::Len(_) | Expr::Pc(_) | Expr::Param(_) => {
                Interval::ALL
            }
        }
    }
}

fn binary(op: Binary, a: Interval, b: Interval) -> Interval {
    use Binary::{
        Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub,
    };
    if a.is_empty() || b.is_empty() {
        return Interval::NONE;
    }
    let natural = a.lo >= 0 && b.lo >= 0;
    match op {
        Eq | Ne | Lt | Le | Gt | Ge | And | Or => Interval::BIT,
        Add => Interval::new(a.lo + b.lo, a.hi + b.hi).wrapped(),
        Sub => Interval::new(a.lo - b.hi, a.hi - b.lo).wrapped(),
        Mul => {
            let corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
            let (lo, hi) = (corners.iter().min(), corners.iter().max());
            Interval::new(*lo.expect("four"), *hi.expect("four")).wrapped()
        }
        Rem if a.lo >= 0 && b.lo >= 0 => Interval::new(0, a.hi.min((b.hi - 1).max(0))),
        Div if a.lo >= 0 && b.lo >= 0 => Interval::new(0, a.hi),
        BitAnd if natural => Interval::new(0, a.hi.min(b.hi)),
        BitOr | BitXor if natural => {
            let most = a.hi.max(b.hi) as u64;
            Interval::new(0, (most + 1).next_power_of_two() as i64 - 1)
        }
        Shr if natural => Interval::new(0, a.hi),
        Rem | Div | BitAnd | BitOr | BitXor | Shr | Shl => Interval::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stays_within_its_bounds() {
        let i = Interval::new;
        assert_eq!(binary(Binary::Add, i(0, 3), i(1, 1)), i(1, 4));
        assert_eq!(binary(Binary::Rem, i(0, 255), i(3, 3)), i(0, 2));
        assert_eq!(binary(Binary::Sub, i(1, 1), i(0, 1)), i(0, 1));
        assert_eq!(binary(Binary::Mul, i(0, i64::from(i32::MAX)), i(2, 2)), Interval::ALL);
        assert_eq!(binary(Binary::BitOr, i(0, 4), i(0, 1)), i(0, 7));
    }
}
