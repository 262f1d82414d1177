//! Each test breaks one rule of a good system and expects that rule, and only that one, to be named.

use crate::*;

/// A small system that is well-formed and has a bit of everything that can be broken.
fn good() -> System {
    let mut s = SystemBuilder::new("good");
    s.file("good.pml");
    let kind = s.enumeration("mtype", &["REQ", "ACK"]);
    let nodes = s.sort("node", SortKind::Index(3));
    let x = s.array("x", Type::BYTE, &[3]);
    s.global_mut(x).dims[0].sort = Some(nodes);
    let q = s.channel("q", 2, &[Type::of(Repr::Enum(kind)), Type::BYTE]);
    s.channel("r", 0, &[Type::BYTE]);
    let mut t = TemplateBuilder::new("P");
    let id = t.param("id", Type::BYTE);
    t.channel("mine", 1, &[Type::BYTE]);
    let (a, b, c) = (t.loc("a"), t.transit(), t.loc("c"));
    t.when(a, b, Expr::from(Place::own(id)).equals(1)).origin = Origin::at(7, 3, "id == 1");
    t.otherwise(a, c);
    t.step(b, c, Op::send(Expr::Chan(q), vec![Expr::Int(1)]));
    t.step(c, a, Op::assign(Place::global(x).at(Expr::Param(ParamId(0))), 1)).params =
        vec![Param { name: "k".into(), len: 3, sort: Some(nodes) }];
    t.step(c, a, Op::End);
    let p = s.template(t);
    s.start(p, &[1]);
    s.finish()
}

/// Breaks the good system and expects one error, of this rule.
fn breaks(rule: &str, change: impl FnOnce(&mut System)) -> VerifyError {
    let mut s = good();
    change(&mut s);
    let errors = verify(&s);
    let rules: Vec<&str> = errors.iter().map(|e| e.rule).collect();
    assert_eq!(rules, [rule], "{errors:?}");
    errors.into_iter().next().expect("one error")
}

/// Edges of the good system: 0 `a→b`, 1 `a→c` (else), 2 `b→c` (send), 3 `c→a` (assign), 4 end.
fn edge(s: &mut System, i: usize) -> &mut Edge {
    &mut s.templates[0].edges[i]
}

#[test]
fn the_good_system_is_good() {
    assert_eq!(verify(&good()), []);
    assert_eq!(verify(&System::default()), []);
}

#[test]
fn every_rule_is_in_the_list() {
    let header = include_str!("mod.rs");
    let files = [header, include_str!("control.rs"), include_str!("expression.rs")].concat();
    let listed: Vec<&str> = header
        .lines()
        .filter_map(|l| l.strip_prefix("//! * **")?.split_once("**"))
        .map(|(rule, _)| rule)
        .collect();
    assert_eq!(listed.len(), 18);
    for rule in listed {
        assert!(files.contains(&format!("\"{rule}\"")), "rule {rule} is listed but not checked");
    }
}

#[test]
fn an_error_says_where() {
    let e = breaks("ids", |s| edge(s, 0).to = LocId(9));
    assert_eq!(
        e.to_string(),
        "template `P`, edge 0 (line 7: `id == 1`): loc9 is not one of 3 [ids]"
    );
}

#[test]
fn ids_are_in_range() {
    breaks("ids", |s| edge(s, 4).from = LocId(7));
    breaks("ids", |s| s.templates[0].entry = LocId(3));
    breaks("ids", |s| s.initial[0].template = TemplateId(1));
    breaks("ids", |s| s.globals[0].ty.sort = Some(SortId(1)));
    breaks("ids", |s| s.globals[0].ty.repr = Repr::Enum(EnumId(1)));
    breaks("ids", |s| edge(s, 3).params.clear());
    breaks("ids", |s| edge(s, 4).guard = Guard::When(Expr::load(Scope::Global, VarId(1))));
    breaks("ids", |s| edge(s, 4).guard = Guard::When(Expr::OwnChan(ChanId(1))));
    breaks("ids", |s| edge(s, 4).guard = Guard::When(Expr::Chan(ChanId(2))));
    let of = |t, v| Expr::load(Scope::Of(TemplateId(t), Box::new(Expr::SelfPid)), VarId(v));
    breaks("ids", |s| edge(s, 4).guard = Guard::When(of(1, 0)));
    breaks("ids", |s| edge(s, 4).guard = Guard::When(of(0, 1)));
    let at = |t, l| Expr::At(TemplateId(t), Box::new(Expr::SelfPid), vec![LocId(l)]);
    breaks("ids", |s| edge(s, 4).guard = Guard::When(at(1, 0)));
    breaks("ids", |s| edge(s, 4).guard = Guard::When(at(0, 3)));
}

#[test]
fn declarations() {
    for repr in [Repr::Unsigned(0), Repr::Unsigned(32), Repr::Signed(7), Repr::Range(2, 1)] {
        breaks("types", |s| s.globals[0].ty.repr = repr);
    }
    breaks("types", |s| s.chans[0].fields[1].repr = Repr::Unsigned(99));
    breaks("enums", |s| s.enums[0].values[0].1 = 256);
    breaks("enums", |s| s.enums[0].values[0].1 = 2);
    breaks("sizes", |s| s.globals[0].dims[0].len = 4);
    breaks("sizes", |s| {
        s.globals[0].dims[0] = Dim { len: u32::MAX, sort: None };
    });
    breaks("sizes", |s| edge(s, 3).params[0].len = 4);
    breaks("origins", |s| s.templates[0].origin = Origin { file: 1, ..Origin::at(1, 1, "") });
    breaks("origins", |s| edge(s, 0).origin.text = "a\nb".into());
    breaks("last", |s| edge(s, 4).guard = Guard::When(Expr::LastPid));
}

#[test]
fn parameters_and_start() {
    breaks("start", |s| s.initial[0].args.clear());
    breaks("start", |s| {
        s.templates[0].vars[0].ty.repr = Repr::Range(0, 0);
        s.templates[0].vars[0].init = Init::Expr(Expr::Int(0));
    });
    breaks("start", |s| s.initial = vec![s.initial[0].clone(); 256]);
    breaks("params", |s| {
        s.templates[0].params = 2;
        s.initial[0].args.push(0);
    });
    breaks("params", |s| {
        s.templates[0].vars[0].dims.push(Dim { len: 1, sort: None });
        edge(s, 0).guard = Guard::When(Expr::TRUE);
    });
}

#[test]
fn initial_contents() {
    breaks("init", |s| s.globals[0].init = Init::Cells(vec![]));
    breaks("init", |s| s.globals[0].init = Init::Cells(vec![1; 4]));
    breaks("init", |s| s.globals[0].init = Init::Any(vec![]));
    breaks("init", |s| s.templates[0].vars[0].init = Init::Any(vec![1, 2]));
    breaks("init", |s| {
        s.globals[0].dims.clear();
        s.globals[0].init = Init::Chans(ChanId(0)); // but it is a byte
        edge(s, 3).op = Op::Skip;
    });
    breaks("init", |s| s.globals[0].init = Init::Expr(Expr::Running));
    breaks("init", |s| {
        s.globals[0].ty = Type::CHAN;
        s.globals[0].init = Init::Chans(ChanId(0)); // three cells, two channels
    });
    breaks("scope", |s| s.globals[0].init = Init::Expr(Expr::SelfPid));
}

#[test]
fn control() {
    breaks("entry", |s| s.templates[0].entry = LocId(1));
    breaks("order", |s| s.templates[0].edges.swap(0, 4));
    breaks("transit", |s| {
        s.templates[0].edges.remove(2);
    });
}

#[test]
fn expressions_and_operations() {
    let global = || Place::global(VarId(0));
    breaks("indices", |s| edge(s, 4).guard = Guard::When(global().into()));
    breaks("scope", |s| s.templates[0].provided = Some(Expr::Param(ParamId(0))));
    breaks("writes", |s| edge(s, 4).op = Op::Assign(vec![]));
    let of = Scope::Of(TemplateId(0), Box::new(Expr::Int(0)));
    let foreign = Place { scope: of, var: VarId(0), index: vec![] };
    breaks("writes", |s| edge(s, 4).op = Op::assign(foreign.clone(), 1));
    breaks("writes", |s| {
        edge(s, 4).op = Op::receive(Expr::Chan(ChanId(0)), vec![Pattern::Bind(foreign)]);
    });
    let run = Op::Run { template: TemplateId(0), args: vec![], priority: 1, pid: None };
    breaks("calls", |s| edge(s, 4).op = run);
    breaks("messages", |s| {
        edge(s, 4).op = Op::send(Expr::Chan(ChanId(0)), vec![Expr::TRUE; 3]);
    });
    breaks("messages", |s| {
        let (chan, fields) = (Box::new(Expr::OwnChan(ChanId(0))), vec![Pattern::Any; 2]);
        edge(s, 4).guard = Guard::When(Expr::Poll { chan, anywhere: false, fields });
    });
    breaks("depth", |s| {
        let deep = (0..MAX_DEPTH).fold(Expr::TRUE, |e, _| e.negated());
        edge(s, 4).guard = Guard::When(deep);
    });
}
