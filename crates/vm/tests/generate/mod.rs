//! Random systems: everything the IR has, in small doses and in all combinations.
//!
//! *Idea:* a system is drawn from a seed alone. What would make the reference interpreter run for ever
//! is left out by construction: transit edges lead forward, and so do edges that hold control, unless
//! all data are so small that every loop closes soon; processes are created only while few run; a guard
//! asks whether another process is enabled only where no circle of such questions can arise.

use burnside_ir::*;

/// A small random number generator (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// True in `percent` of all cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn range(&mut self, lo: i32, hi: i32) -> i32 {
        lo + self.below((hi - lo + 1) as usize) as i32
    }
}

/// A random system and random propositions over it.
pub fn generate(seed: u64) -> (System, Vec<Expr>) {
    let mut random = Random::new(seed);
    let small = random.chance(30);
    let asks_in_guard = random.chance(10);
    let mut g = Generator {
        random,
        small,
        asks_in_guard,
        system: System { name: format!("random {seed}"), ..System::default() },
        own: None,
        params: 0,
        vars_so_far: 0,
    };
    g.system();
    let propositions = (0..2).map(|_| g.expr(3)).collect();
    (g.system, propositions)
}

struct Generator {
    random: Random,
    /// Data so small that loops in atomic sequences are harmless.
    small: bool,
    /// The guards of template 0, of which there is one process, may ask who is enabled.
    asks_in_guard: bool,
    system: System,
    /// The template at hand.
    own: Option<usize>,
    /// Parameters of the edge at hand.
    params: usize,
    /// How many of the own variables may be read (in initialisers, only those before).
    vars_so_far: usize,
}

impl Generator {
    fn system(&mut self) {
        self.system.enums = vec![Enum { name: "mtype".into(), values: vec![("red".into(), 1)] }];
        let chans = self.random.below(if self.small { 2 } else { 4 });
        self.system.chans = (0..chans).map(|i| self.channel(i)).collect();
        let globals = 1 + self.random.below(if self.small { 2 } else { 4 });
        for i in 0..globals {
            let var = self.var(i, false);
            self.system.globals.push(var);
        }
        let templates = 1 + self.random.below(3);
        for i in 0..templates {
            let template = self.declare(i);
            self.system.templates.push(template);
        }
        self.system.scheduling =
            if self.random.chance(15) { Scheduling::Priority } else { Scheduling::Free };
        self.system.remember_last = self.random.chance(20);
        for i in 0..templates {
            self.own = Some(i);
            self.fill(i);
        }
        self.own = None;
        let processes = 1 + self.random.below(4);
        for i in 0..processes {
            let template = match i {
                0 => 0,
                _ if self.asks_in_guard && templates > 1 => 1 + self.random.below(templates - 1),
                _ if self.asks_in_guard => break,
                _ => self.random.below(templates),
            };
            let args = self.system.templates[template].params;
            let args = (0..args).map(|_| self.random.range(0, 2)).collect();
            let priority = self.priority();
            let template = TemplateId::new(template);
            self.system.initial.push(Start { template, args, priority });
        }
    }

    fn priority(&mut self) -> i32 {
        if self.random.chance(70) { 1 } else { self.random.range(1, 3) }
    }

    fn ty(&mut self) -> Type {
        if self.small {
            return Type::of(Repr::Unsigned(1));
        }
        Type::of(match self.random.below(12) {
            0..3 => Repr::Unsigned(1),
            3 => Repr::Unsigned(self.random.range(2, 8) as u8),
            4 => Repr::Signed(8),
            5 => Repr::Signed(if self.random.chance(50) { 16 } else { 32 }),
            6 => Repr::Range(-2, 2),
            7 => Repr::Range(self.random.range(0, 3), 3),
            8 => Repr::Enum(EnumId(0)),
            9 => Repr::Pid,
            10 => Repr::Chan,
            _ => Repr::Unsigned(2),
        })
    }

    fn channel(&mut self, i: usize) -> Channel {
        let capacity = match self.small {
            true => 1, // with rendezvous, a chain could go through all processes
            false => self.random.pick(&[0, 0, 1, 1, 2, 3]),
        } as u32;
        let fields = self.random.below(if self.small { 2 } else { 4 });
        let fields = (0..fields).map(|_| self.ty()).collect();
        Channel { name: format!("c{i}"), capacity, fields }
    }

    fn var(&mut self, i: usize, local: bool) -> Var {
        let mut ty = self.ty();
        let mut dims = Vec::new();
        let chans = match self.own {
            Some(t) if local => self.system.templates[t].chans.len(),
            _ if local => 0,
            _ => self.system.chans.len(),
        };
        if !self.small && self.random.chance(35) {
            for _ in 0..1 + self.random.below(2) {
                dims.push(Dim { len: 1 + self.random.below(3) as u32, sort: None });
            }
        }
        let cells: u32 = dims.iter().map(|d| d.len).product();
        let init = if !self.small && chans > 0 && cells as usize <= chans && self.random.chance(25)
        {
            ty = Type::CHAN;
            Init::Chans(ChanId::new(self.random.below(chans - cells as usize + 1)))
        } else if !local && cells <= 2 && self.random.chance(10) {
            // Values must be of the type here: the interpreter does not make them so.
            let values = [self.value(ty), self.value(ty)];
            Init::Any(values.iter().map(|v| ty.store(*v).unwrap_or(3)).collect())
        } else if self.random.chance(20) {
            Init::Cells((0..1 + self.random.below(3)).map(|_| self.value(ty)).collect())
        } else if local && self.random.chance(15) {
            Init::Expr(self.expr(1))
        } else {
            Init::Expr(Expr::Int(self.value(ty)))
        };
        let name = format!("{}{i}", if local { 'l' } else { 'g' });
        Var { name, ty, dims, init, shown: true }
    }

    /// Mostly a value of the type.
    fn value(&mut self, ty: Type) -> i32 {
        match ty.repr {
            Repr::Range(lo, hi) if self.random.chance(98) => self.random.range(lo, hi),
            Repr::Signed(_) => self.random.pick(&[0, 0, 1, -1, 2, -128, 200]),
            Repr::Chan if self.random.chance(95) => {
                self.random.below(self.system.chans.len() + 1) as i32
            }
            _ => self.random.range(0, 3),
        }
    }

    /// A template with everything but edges.
    fn declare(&mut self, i: usize) -> Template {
        let chans = if self.small { 0 } else { self.random.pick(&[0, 0, 0, 1, 2]) };
        let mut locs: Vec<Loc> = (0..2 + self.random.below(4))
            .map(|number| Loc {
                labels: Vec::new(),
                end: self.random.chance(30),
                progress: self.random.chance(30),
                accept: false,
                transit: number > 0 && self.random.chance(25),
                number: number as u32 + 1,
                reset: Vec::new(),
            })
            .collect();
        let last = locs.len() - 1;
        locs[last].transit = false;
        Template {
            name: format!("t{i}"),
            vars: Vec::new(),
            params: self.random.pick(&[0, 0, 1, 2]),
            chans: (0..chans).map(|i| self.channel(i)).collect(),
            locs,
            edges: Vec::new(),
            entry: LocId(0),
            provided: None,
            origin: Origin::default(),
        }
    }

    /// Variables and edges of a template.
    fn fill(&mut self, t: usize) {
        let params = self.system.templates[t].params;
        let vars = params + self.random.below(if self.small { 2 } else { 4 });
        for i in 0..vars {
            self.vars_so_far = i;
            let mut var = self.var(i, true);
            if i < params {
                var.dims.clear();
                var.init = Init::Expr(Expr::Int(0));
                var.ty = match var.ty {
                    Type::CHAN => Type::CHAN,
                    _ if self.small => Type::BOOL,
                    _ => Type::BYTE,
                };
            }
            self.system.templates[t].vars.push(var);
        }
        self.vars_so_far = vars;
        if self.random.chance(10) {
            self.system.templates[t].provided = Some(self.expr(2));
        }
        for loc in 0..self.system.templates[t].locs.len() {
            for _ in 0..self.random.pick(&[1, 1, 1, 2, 2, 3]) {
                let edge = self.edge(t, loc);
                self.system.templates[t].edges.push(edge);
            }
        }
        self.system.templates[t].seal();
        self.add_resets(t);
    }

    /// Now and then a location forgets variables, of those that are written at all.
    fn add_resets(&mut self, t: usize) {
        let template = &self.system.templates[t];
        let assigned = |e: &Edge| match &e.op {
            Op::Assign(list) => list.iter().map(|(p, _)| p.clone()).collect(),
            _ => Vec::new(),
        };
        let scalars: Vec<VarId> = (template.edges.iter().flat_map(assigned))
            .filter(|p| p.scope == Scope::Own && p.index.is_empty())
            .map(|p| p.var)
            .collect();
        for loc in &mut self.system.templates[t].locs {
            if !loc.transit && !scalars.is_empty() && self.random.chance(15) {
                loc.reset.push(self.random.pick(&scalars));
            }
        }
    }

    fn edge(&mut self, t: usize, from: usize) -> Edge {
        let locs = self.system.templates[t].locs.len();
        let transit = self.system.templates[t].locs[from].transit;
        let mut to = self.random.below(locs);
        let params: Vec<Param> = (0..usize::from(self.random.chance(12)))
            .map(|_| Param { name: "i".into(), len: self.random.range(0, 3) as u32, sort: None })
            .collect();
        self.params = params.len();
        let mut guard = match self.random.below(10) {
            0..5 => Guard::When(Expr::TRUE),
            5 => Guard::Else,
            _ => Guard::When(self.guard(t)),
        };
        let op = self.op(t);
        let mut hold = self.random.chance(25) && op != Op::End && (self.small || !transit);
        let sends = matches!(op, Op::Send { .. });
        if transit || (!self.small && (hold || sends)) {
            if from + 1 == locs {
                hold = false;
                to = if transit || sends { from } else { to };
            } else {
                to = from + 1 + self.random.below(locs - from - 1);
            }
        }
        if sends && to <= from && !self.small {
            to = from;
            hold = false;
        }
        if let Op::Run { .. } = op {
            let few = Expr::binary(Binary::Lt, Expr::Running, Expr::Int(self.random.range(2, 4)));
            guard = match guard {
                Guard::When(g) => Guard::When(Expr::binary(Binary::And, few, g)),
                Guard::Else => Guard::When(few),
            };
        }
        let rank = if self.random.chance(15) { 1 } else { 0 };
        self.params = 0;
        let (from, to) = (LocId::new(from), LocId::new(to));
        Edge { from, to, params, guard, op, hold, rank, origin: Origin::default() }
    }

    fn guard(&mut self, t: usize) -> Expr {
        if t == 0 && self.asks_in_guard && self.random.chance(40) {
            return Expr::Enabled(Box::new(self.pid()));
        }
        if self.random.chance(12) {
            return Expr::Timeout;
        }
        self.expr(3)
    }

    fn op(&mut self, t: usize) -> Op {
        match self.random.below(16) {
            0..2 => Op::Skip,
            2..7 => {
                let n = 1 + self.random.below(2);
                Op::Assign((0..n).map(|_| self.assignment()).collect())
            }
            7..10 => {
                let (chan, fields) = self.chan();
                let n = self.count(fields);
                let args = (0..n).map(|_| self.expr(1)).collect();
                Op::Send { chan, args, sorted: self.random.chance(25) }
            }
            10..13 => {
                let (chan, fields) = self.chan();
                let fields = self.patterns(fields);
                let (anywhere, keep) = (self.random.chance(30), self.random.chance(20));
                Op::Receive { chan, fields, anywhere, keep }
            }
            13 if !self.small => self.run(),
            14 => match self.random.below(4) {
                0 => Op::Assert(self.expr(2)),
                1 => Op::Print("%d".into(), vec![self.expr(1)]),
                2 if !self.small => Op::SetPriority(self.pid(), self.expr(1)),
                _ => Op::End,
            },
            15 if t > 0 || self.random.chance(50) => Op::End,
            _ => Op::Skip,
        }
    }

    fn run(&mut self) -> Op {
        let first = usize::from(self.asks_in_guard);
        let templates = self.system.templates.len();
        if first >= templates {
            return Op::Skip;
        }
        let template = first + self.random.below(templates - first);
        let mut n = self.system.templates[template].params;
        if self.random.chance(5) {
            n = self.random.below(3);
        }
        let args = (0..n).map(|_| self.expr(1)).collect();
        let pid = self.random.chance(40).then(|| self.place());
        let priority = self.priority();
        Op::Run { template: TemplateId::new(template), args, priority, pid: pid.flatten() }
    }

    fn assignment(&mut self) -> (Place, Expr) {
        let place = self.place().unwrap_or(Place::global(VarId(0)));
        let e = match self.random.below(6) {
            0 => Expr::binary(Binary::Add, Expr::Load(place.clone()), Expr::Int(1)),
            1 => Expr::binary(Binary::Sub, Expr::Load(place.clone()), Expr::Int(1)),
            2 if self.random.chance(30) => {
                let asked = Expr::Enabled(Box::new(self.pid()));
                Expr::binary(Binary::Add, self.leaf(), asked)
            }
            _ => self.expr(2),
        };
        (place, e)
    }

    /// Nearly always the right number of fields.
    fn count(&mut self, fields: usize) -> usize {
        if self.random.chance(96) { fields } else { self.random.below(4) }
    }

    fn patterns(&mut self, fields: usize) -> Vec<Pattern> {
        (0..self.count(fields))
            .map(|_| match self.random.below(4) {
                0 => Pattern::Any,
                1 => Pattern::Match(self.expr(1)),
                _ => self.place().map_or(Pattern::Any, Pattern::Bind),
            })
            .collect()
    }

    /// A channel, and the number of its fields if that is known.
    fn chan(&mut self) -> (Expr, usize) {
        let own = self.own.map_or(0, |t| self.system.templates[t].chans.len());
        let global = self.system.chans.len();
        if own > 0 && self.random.chance(50) {
            let c = self.random.below(own);
            let fields = self.system.templates[self.own.unwrap()].chans[c].fields.len();
            return (Expr::OwnChan(ChanId::new(c)), fields);
        }
        if global > 0 && self.random.chance(75) {
            let c = self.random.below(global);
            return (Expr::Chan(ChanId::new(c)), self.system.chans[c].fields.len());
        }
        let first = self.system.chans.first().map_or(1, |c| c.fields.len());
        let loads: Vec<Place> = self.places().into_iter().filter(|p| self.is_chan(p)).collect();
        if !loads.is_empty() && self.random.chance(90) {
            let mut place = self.random.pick(&loads);
            self.index(&mut place);
            return (Expr::Load(place), first);
        }
        (self.expr(1), first)
    }

    fn var_of(&self, place: &Place) -> &Var {
        match &place.scope {
            Scope::Global => self.system.global(place.var),
            Scope::Own => &self.system.templates[self.own.unwrap()].vars[place.var.index()],
            Scope::Of(t, _) => self.system.template(*t).var(place.var),
        }
    }

    fn is_chan(&self, place: &Place) -> bool {
        self.var_of(place).ty == Type::CHAN
    }

    /// Every variable at hand, without indices.
    fn places(&self) -> Vec<Place> {
        let globals = (0..self.system.globals.len()).map(|i| Place::global(VarId::new(i)));
        let own = if self.own.is_some() { self.vars_so_far } else { 0 };
        globals.chain((0..own).map(|i| Place::own(VarId::new(i)))).collect()
    }

    fn place(&mut self) -> Option<Place> {
        let places = self.places();
        if places.is_empty() {
            return None;
        }
        let mut place = self.random.pick(&places);
        // Variables of others: only of templates that are complete.
        if self.random.chance(8) && !self.system.templates.is_empty() {
            let t = self.random.below(self.own.unwrap_or(self.system.templates.len()));
            let vars = self.system.templates[t].vars.len();
            if vars > 0 && Some(t) != self.own {
                let var = VarId::new(self.random.below(vars));
                let scope = Scope::Of(TemplateId::new(t), Box::new(self.pid()));
                place = Place { scope, var, index: Vec::new() };
            }
        }
        self.index(&mut place);
        Some(place)
    }

    fn index(&mut self, place: &mut Place) {
        let dims: Vec<u32> = self.var_of(place).dims.iter().map(|d| d.len).collect();
        for len in dims {
            let index = match self.random.below(20) {
                0 => self.expr(1),
                1..8 => Expr::binary(Binary::BitAnd, self.expr(1), Expr::Int(i32::from(len > 1))),
                8..10 if self.params > 0 => Expr::Param(ParamId(0)),
                _ => Expr::Int(self.random.below(len as usize) as i32),
            };
            place.index.push(index);
        }
    }

    /// Mostly the id of a process.
    fn pid(&mut self) -> Expr {
        match self.random.below(4) {
            0 => self.expr(1),
            1 if self.own.is_some() => Expr::binary(Binary::Sub, Expr::Int(1), Expr::SelfPid),
            _ => Expr::Int(self.random.range(-1, 3)),
        }
    }

    fn expr(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.random.chance(25) {
            return self.leaf();
        }
        let d = depth - 1;
        match self.random.below(20) {
            0..9 => {
                use Binary::*;
                let op = self.random.pick(&[
                    Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Eq, Eq, Ne, Ne, Lt,
                    Le, Gt, Ge, And, And, Or, Or, Lt, Gt,
                ]);
                let b = match op {
                    Div | Rem if self.random.chance(80) => Expr::Int(self.random.range(1, 3)),
                    _ => self.expr(d),
                };
                Expr::binary(op, self.expr(d), b)
            }
            9..11 => {
                let op = self.random.pick(&[Unary::Not, Unary::Not, Unary::Neg, Unary::Complement]);
                Expr::unary(op, self.expr(d))
            }
            11 => Expr::Cond(Box::new([self.expr(d), self.expr(d), self.expr(d)])),
            12..14 => {
                let test = self.random.pick(&[
                    ChanTest::Full,
                    ChanTest::Empty,
                    ChanTest::NotFull,
                    ChanTest::NotEmpty,
                ]);
                Expr::Test(test, Box::new(self.chan_name()))
            }
            14 => Expr::Len(Box::new(self.chan_name())),
            15 => {
                let (chan, fields) = self.chan_shallow();
                let fields = (0..self.count(fields))
                    .map(|_| match self.random.chance(50) {
                        true => Pattern::Match(self.leaf()),
                        false => Pattern::Any,
                    })
                    .collect();
                Expr::Poll { chan: Box::new(chan), anywhere: self.random.chance(40), fields }
            }
            16 => {
                let t = self.random.below(self.system.templates.len());
                if self.system.templates.is_empty() {
                    return Expr::Running;
                }
                let locs = self.system.templates[t].locs.len();
                let n = 1 + self.random.below(2);
                let locs = (0..n).map(|_| LocId::new(self.random.below(locs))).collect();
                Expr::At(TemplateId::new(t), Box::new(self.shallow_pid()), locs)
            }
            17 => Expr::Pc(Box::new(self.shallow_pid())),
            18 => Expr::Priority(Box::new(self.shallow_pid())),
            _ => self.leaf(),
        }
    }

    fn shallow_pid(&mut self) -> Expr {
        match self.own {
            Some(_) if self.random.chance(30) => Expr::SelfPid,
            _ => Expr::Int(self.random.range(-1, 3)),
        }
    }

    fn chan_shallow(&mut self) -> (Expr, usize) {
        let global = self.system.chans.len();
        let c = self.random.below(global);
        match global {
            0 => (Expr::Int(0), 1),
            _ => (Expr::Chan(ChanId::new(c)), self.system.chans[c].fields.len()),
        }
    }

    fn chan_name(&mut self) -> Expr {
        let own = self.own.map_or(0, |t| self.system.templates[t].chans.len());
        if own > 0 && self.random.chance(40) {
            return Expr::OwnChan(ChanId::new(self.random.below(own)));
        }
        self.chan_shallow().0
    }

    fn leaf(&mut self) -> Expr {
        match self.random.below(16) {
            0..5 => Expr::Int(self.random.range(-1, 3)),
            5..11 => {
                let places = self.places();
                if places.is_empty() {
                    return Expr::Int(1);
                }
                let mut place = self.random.pick(&places);
                let dims: Vec<u32> = self.var_of(&place).dims.iter().map(|d| d.len).collect();
                for len in dims {
                    place.index.push(Expr::Int(self.random.below(len as usize) as i32));
                }
                Expr::Load(place)
            }
            11 if self.own.is_some() => Expr::SelfPid,
            12 if self.params > 0 => Expr::Param(ParamId(0)),
            13 => Expr::Running,
            14 => self.random.pick(&[Expr::LastPid, Expr::NonProgress]),
            15 => self.chan_name(),
            _ => Expr::Int(self.random.range(0, 2)),
        }
    }
}
