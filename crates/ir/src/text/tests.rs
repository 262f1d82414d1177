//! What is printed can be read back, and what cannot be read says why.

use super::*;
use crate::*;

/// The examples of `docs/ir.md`.
fn examples() -> Vec<&'static str> {
    let page = include_str!("../../../../docs/ir.md");
    page.split("```bir\n").skip(1).map(|b| b.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn examples_of_the_manual_are_read_and_well_formed() {
    assert_eq!(examples().len(), 5);
    for text in examples() {
        let system = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(verify(&system), []);
        assert_eq!(parse(&print(&system)).as_ref(), Ok(&system));
        analyse(&mut system.clone());
    }
}

#[test]
fn the_first_example_is_printed_as_it_stands() {
    let text = examples()[0];
    assert_eq!(print(&parse(text).expect("it is well-formed")), text);
}

/// Where and why a text cannot be read.
fn error(text: &str) -> String {
    parse(text).expect_err("the text is wrong").to_string()
}

#[test]
fn errors_say_where_and_what() {
    let found = |text: &str, message: &str| assert_eq!(error(text), message, "{text}");
    found("", "line 1, column 1: expected `system`, found the end of the file");
    found("system \"a", "line 1, column 8: the closing \" is missing on this line");
    found("system \"\" $", "line 1, column 11: unexpected character `$`");
    found("system \"\"\nvar x u8", "line 2, column 7: expected `:`, found `u8`");
    found("system \"\" var x: u99999", "line 1, column 18: expected a type, found `u99999`");
    found("system \"\" var x: u8 = 3000000000", {
        "line 1, column 23: 3000000000 does not fit into 32 bits"
    });
    found("system \"\" start P()", "line 1, column 17: there is no process `P`");
    found(
        "system \"\" var x: u8 = (1",
        "line 1, column 25: expected `)`, found the end of the file",
    );
    found("system \"\" var x: u8 = 1 < 2 < 3", {
        "line 1, column 29: comparisons in a row need parentheses"
    });
    found("system \"\" var x: u8 var x: u8 var y: u8 = x", {
        "line 1, column 43: which variable `x`? write `x#0` or `x#1`"
    });
    found("system \"\" process P() { loc #1: }", {
        "line 1, column 30: expected `#0`, the number of the next location, found `1`"
    });
    found("system \"\" process P() { loc #0: goto away }", {
        "line 1, column 38: there is no location `away`"
    });
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let of = |e: String| format!("system \"\" var x: u8 = {e}");
    for n in [MAX_DEPTH + 1, 100_000] {
        let chain = of(format!("1{}", " + 1".repeat(n)));
        let parens = of(format!("{}1{}", "(".repeat(n), ")".repeat(n)));
        let minus = of("~".repeat(n) + "1");
        let right = of(format!("{}1{}", "1 + (".repeat(n), ")".repeat(n)));
        for text in [chain, parens, minus, right] {
            assert!(error(&text).contains("nests deeper"));
        }
    }
    let deepest = of(format!("1{}", " + 1".repeat(MAX_DEPTH - 1)));
    let system = parse(&deepest).expect("just deep enough");
    assert_eq!(verify(&system), []);
    assert_eq!(parse(&print(&system)), Ok(system));
    let deepest = of("~".repeat(MAX_DEPTH - 1) + "1");
    assert!(parse(&deepest).is_ok());
}

/// A generator of random systems: every construct, odd names, ids in range of their tables.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    fn id<I: Id>(&mut self, n: usize) -> I {
        I::new(self.below(n))
    }

    fn name(&mut self) -> String {
        let names = [
            "x",
            "y",
            "x",
            "P",
            "msg.kind",
            "",
            "a b",
            "self",
            "when",
            "_",
            "q",
            "0",
            "a.",
            "#1",
            "`",
            "é\u{7}\n",
            "pc",
            "end",
            "i32",
            "\\",
        ];
        names[self.below(names.len())].into()
    }

    fn int(&mut self) -> i32 {
        [0, 1, -1, 2, 255, i32::MAX, i32::MIN][self.below(7)]
    }

    fn many<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| one(self)).collect()
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn place(&mut self, depth: usize) -> Place {
        let scope = match self.below(3) {
            0 => Scope::Global,
            1 => Scope::Own,
            _ => Scope::Of(self.id(3), self.boxed(depth)),
        };
        let index = self.many(2, |r| r.expr(depth.saturating_sub(1)));
        Place { scope, var: self.id(4), index }
    }

    fn pattern(&mut self, depth: usize) -> Pattern {
        match self.below(3) {
            0 => Pattern::Any,
            1 => Pattern::Bind(self.place(depth)),
            _ => Pattern::Match(self.expr(depth)),
        }
    }

    fn expr(&mut self, depth: usize) -> Expr {
        let Some(d) = depth.checked_sub(1) else {
            return [Expr::Int(self.int()), Expr::SelfPid, Expr::Param(self.id(2))][self.below(3)]
                .clone();
        };
        match self.below(22) {
            0 => Expr::Int(self.int()),
            1 => Expr::SelfPid,
            2 => Expr::Param(self.id(2)),
            3 => Expr::Chan(self.id(3)),
            4 => Expr::OwnChan(self.id(3)),
            5 => {
                let op = [Unary::Not, Unary::Neg, Unary::Complement][self.below(3)];
                Expr::Unary(op, self.boxed(d))
            }
            6 => Expr::Cond(Box::new([self.expr(d), self.expr(d), self.expr(d)])),
            7 => Expr::Len(self.boxed(d)),
            8 => Expr::Test(operators::TESTS[self.below(4)].0, self.boxed(d)),
            9 => Expr::Poll {
                chan: self.boxed(d),
                anywhere: self.flip(),
                fields: self.many(2, |r| r.pattern(d)),
            },
            10 => Expr::Timeout,
            11 => Expr::Running,
            12 => Expr::LastPid,
            13 => Expr::NonProgress,
            14 => Expr::Enabled(self.boxed(d)),
            15 => Expr::Pc(self.boxed(d)),
            16 => Expr::Priority(self.boxed(d)),
            17 => Expr::At(self.id(3), self.boxed(d), self.many(3, |r| r.id(4))),
            18 => Expr::Load(self.place(d)),
            _ => {
                let ops =
                    ["||", "&&", "==", "<", ">=", "|", "^", "&", "<<", ">>", "+", "-", "*", "%"];
                let (op, _) = operators::binary(ops[self.below(ops.len())]).expect("an operator");
                Expr::Binary(op, self.boxed(d), self.boxed(d))
            }
        }
    }

    fn ty(&mut self) -> Type {
        let repr = match self.below(6) {
            0 => Repr::Unsigned(1 + self.below(31) as u8),
            1 => Repr::Signed([8, 16, 32][self.below(3)]),
            2 => Repr::Range(self.int(), self.int()),
            3 => Repr::Enum(self.id(2)),
            4 => Repr::Pid,
            _ => Repr::Chan,
        };
        Type { repr, sort: self.flip().then(|| self.id(2)) }
    }

    fn var(&mut self) -> Var {
        let init = match self.below(4) {
            0 => Init::Expr(self.expr(2)),
            1 => Init::Cells(self.many(3, Self::int)),
            2 => Init::Chans(self.id(3)),
            _ => Init::Any(self.many(3, Self::int)),
        };
        let dims =
            self.many(2, |r| Dim { len: r.below(9) as u32, sort: r.flip().then(|| r.id(2)) });
        Var { name: self.name(), ty: self.ty(), dims, init, shown: self.flip() }
    }

    fn chan(&mut self) -> Channel {
        let fields = self.many(3, Self::ty);
        Channel { name: self.name(), capacity: self.below(3) as u32, fields }
    }

    fn origin(&mut self) -> Origin {
        let [file, line, column] = [2, 3, 4].map(|n| self.below(n) as u32);
        Origin { file, line, column, text: self.name() }
    }

    fn op(&mut self) -> Op {
        match self.below(9) {
            0 => Op::Skip,
            1 => {
                let mut list = vec![(self.place(2), self.expr(3))];
                list.extend(self.many(2, |r| (r.place(1), r.expr(2))));
                Op::Assign(list)
            }
            2 => {
                let args = self.many(3, |r| r.expr(2));
                Op::Send { chan: self.expr(2), args, sorted: self.flip() }
            }
            3 => Op::Receive {
                chan: self.expr(2),
                fields: self.many(3, |r| r.pattern(2)),
                anywhere: self.flip(),
                keep: self.flip(),
            },
            4 => Op::Run {
                template: self.id(3),
                args: self.many(2, |r| r.expr(2)),
                priority: self.int(),
                pid: self.flip().then(|| self.place(1)),
            },
            5 => Op::End,
            6 => Op::Assert(self.expr(3)),
            7 => Op::Print(self.name(), self.many(2, |r| r.expr(2))),
            _ => Op::SetPriority(self.expr(2), self.expr(2)),
        }
    }

    fn edge(&mut self) -> Edge {
        let param =
            |r: &mut Self| Param { name: r.name(), len: 2, sort: r.flip().then(|| r.id(2)) };
        Edge {
            from: self.id(4),
            to: self.id(4),
            params: self.many(2, param),
            guard: if self.flip() { Guard::Else } else { Guard::When(self.expr(4)) },
            op: self.op(),
            hold: self.flip(),
            rank: self.below(3) as u8,
            origin: self.origin(),
        }
    }

    fn template(&mut self) -> Template {
        let mut t = Template {
            name: self.name(),
            vars: (0..4).map(|_| self.var()).collect(),
            params: self.below(5),
            chans: (0..3).map(|_| self.chan()).collect(),
            locs: (0..4).map(|_| Loc::default()).collect(),
            edges: self.many(6, Self::edge),
            entry: self.id(4),
            provided: self.flip().then(|| self.expr(3)),
            origin: self.origin(),
        };
        for loc in &mut t.locs {
            loc.labels = self.many(3, Self::name);
            [loc.end, loc.progress, loc.accept, loc.transit] = [(); 4].map(|()| self.flip());
            loc.number = self.below(3) as u32;
            loc.reset = (0..self.below(3)).map(|_| self.id(4)).collect();
        }
        t.seal();
        t
    }

    fn system(&mut self) -> System {
        let kinds = [SortKind::Processes, SortKind::Channels, SortKind::Index(3)];
        System {
            name: self.name(),
            files: self.many(3, Self::name),
            enums: (0..2)
                .map(|_| Enum { name: self.name(), values: self.many(3, |r| (r.name(), r.int())) })
                .collect(),
            sorts: (0..2).map(|_| Sort { name: self.name(), kind: kinds[self.below(3)] }).collect(),
            globals: (0..4).map(|_| self.var()).collect(),
            chans: (0..3).map(|_| self.chan()).collect(),
            templates: (0..3).map(|_| self.template()).collect(),
            initial: self.many(3, |r| Start {
                template: r.id(3),
                args: r.many(2, Self::int),
                priority: r.int(),
            }),
            scheduling: if self.flip() { Scheduling::Free } else { Scheduling::Priority },
            remember_last: self.flip(),
        }
    }
}

#[test]
fn random_systems_survive_printing_and_reading() {
    for seed in 0..1000 {
        let system = Random(seed).system();
        let text = print(&system);
        let read = parse(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert!(read == system, "seed {seed}\n{text}\n{}", print(&read));
    }
}

/// What every well-formed system must survive, and annotation must leave well-formed.
fn analyse(system: &mut System) {
    let footprints = footprint::Footprints::new(system);
    for (t, _) in system.templates() {
        for actor in [footprint::Actor::of(t), footprint::Actor::process(t, 1)] {
            footprints.groups(&actor);
        }
    }
    sorts::annotate(system);
    assert_eq!(verify(system), []);
    assert_eq!(parse(&print(system)).as_ref(), Ok(&*system));
}

#[test]
fn no_text_makes_reading_verifying_or_analysing_panic() {
    // Mutations of texts that can be read: a piece is removed, doubled, or put elsewhere.
    let mut r = Random(7);
    let mut texts: Vec<String> = examples().into_iter().map(String::from).collect();
    texts.extend((0..20).map(|seed| print(&Random(seed).system())));
    let (mut read, mut analysed) = (0, 0);
    for _ in 0..5_000 {
        let source = &texts[r.below(texts.len())];
        let mut chars: Vec<char> = source.chars().collect();
        for _ in 0..1 + r.below(3) {
            let (from, to) = (r.below(chars.len()), r.below(chars.len()));
            let len = (1 + r.below(8)).min(chars.len() - from);
            let piece: Vec<char> = chars[from..from + len].to_vec();
            if r.flip() {
                chars.drain(from..from + len);
            }
            let to = to.min(chars.len());
            if r.flip() {
                chars.splice(to..to, piece);
            }
        }
        if let Ok(mut system) = parse(&chars.into_iter().collect::<String>()) {
            print(&system);
            read += 1;
            if verify(&system).is_empty() {
                analysed += 1;
                analyse(&mut system);
            }
        }
    }
    assert!(
        read > 50 && analysed > 10,
        "the mutations are too rough: {read} read, {analysed} good"
    );
}
