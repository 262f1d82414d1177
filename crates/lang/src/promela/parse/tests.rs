//! The shape of trees, written with all parentheses.

use std::path::Path;

use super::super::ast::*;
use crate::diagnostic::Diagnostics;
use crate::promela::preprocess::preprocess;
use crate::source::SourceMap;

/// The program, or the messages.
fn tree(text: &str) -> Result<Program, Vec<String>> {
    let loader = |_: &str, _: &Path| Err(std::io::Error::other("none"));
    let (mut map, mut out) = (SourceMap::new(), Diagnostics::default());
    let tokens = preprocess((Path::new("t"), text), &[], &loader, &mut map, &mut out);
    let program = tokens.map(|tokens| super::parse(tokens, &mut map, &mut out).0);
    let messages: Vec<String> = out.into_vec(&map).into_iter().map(|d| d.message).collect();
    program.filter(|_| messages.is_empty()).ok_or(messages)
}

/// The steps of `init { body }`, each written out.
#[track_caller]
fn body(body: &str) -> Vec<String> {
    body_after("", body)
}

#[track_caller]
fn body_after(before: &str, body: &str) -> Vec<String> {
    let program = match tree(&format!("{before} init {{ {body} }}")) {
        Ok(program) => program,
        Err(messages) => panic!("{body}: {messages:?}"),
    };
    match program.items.last() {
        Some(Item::Init(init)) => init.body.steps.iter().map(step).collect(),
        _ => Vec::new(),
    }
}

fn block(block: &Block) -> String {
    block.steps.iter().map(step).collect::<Vec<_>>().join("; ")
}

fn step(step: &Step) -> String {
    match step {
        Step::Decl(decl) => {
            let names: Vec<&str> = decl.vars.iter().map(|v| &*v.name.name).collect();
            format!("{:?} {}", decl.ty.kind, names.join(","))
        }
        Step::Exclusive(x) => format!("{:?} {}", x.direction, x.channels.len()),
        Step::Stmt(s) => stmt(s),
    }
}

fn stmt(s: &Stmt) -> String {
    let labels: String = s.labels.iter().map(|l| format!("{}: ", l.name.name)).collect();
    let exprs = |list: &[Expr]| list.iter().map(expr).collect::<Vec<_>>().join(",");
    let options =
        |list: &[Block]| list.iter().map(|b| format!(":: {} ", block(b))).collect::<String>();
    let text = match &s.kind {
        StmtKind::Expr(e) => expr(e),
        StmtKind::Assign { target, value } => format!("{}={}", var(target), expr(value)),
        StmtKind::IncDec { target, op } => format!("{}{op:?}", var(target)),
        StmtKind::Assert(e) => format!("assert {}", expr(e)),
        StmtKind::Printf { format, args } => format!("printf {:?} {}", format.text, exprs(args)),
        StmtKind::Printm(e) => format!("printm {}", expr(e)),
        StmtKind::Goto(l) => format!("goto {}", l.name),
        StmtKind::Break => "break".into(),
        StmtKind::If(o) => format!("if {}fi", options(o)),
        StmtKind::Do(o) => format!("do {}od", options(o)),
        StmtKind::For { header: ForHeader::Range { var: v, from, to }, body } => {
            format!("for {} {}..{} {{{}}}", var(v), expr(from), expr(to), block(body))
        }
        StmtKind::For { header: ForHeader::In { var: v, over }, body } => {
            format!("for {} in {} {{{}}}", var(v), var(over), block(body))
        }
        StmtKind::Select { var: v, from, to } => {
            format!("select {} {}..{}", var(v), expr(from), expr(to))
        }
        StmtKind::Atomic(b) => format!("atomic {{{}}}", block(b)),
        StmtKind::DStep(b) => format!("d_step {{{}}}", block(b)),
        StmtKind::Block(b) => format!("{{{}}}", block(b)),
        StmtKind::Unless { main, escape } => format!("<{} unless {}>", stmt(main), stmt(escape)),
        StmtKind::Send { chan, order, args } => format!("{} {order:?}! {}", var(chan), exprs(args)),
        StmtKind::Receive { chan, order, keep, args } => {
            format!(
                "{} {order:?}?{} {}",
                var(chan),
                if *keep { "keep" } else { "" },
                patterns(args)
            )
        }
        StmtKind::SetPriority { pid, priority } => {
            format!("set_priority {} {}", expr(pid), expr(priority))
        }
        StmtKind::Else => "else".into(),
        StmtKind::Inline { name, body, .. } => format!("{}{{{}}}", name.name, block(body)),
        StmtKind::Error => "ERROR".into(),
    };
    labels + &text
}

fn patterns(args: &[ReceiveArg]) -> String {
    let one = |a: &ReceiveArg| match a {
        ReceiveArg::Ref(v) => var(v),
        ReceiveArg::Const(e) => expr(e),
        ReceiveArg::Eval(e) => format!("eval {}", expr(e)),
    };
    args.iter().map(one).collect::<Vec<_>>().join(",")
}

fn var(v: &VarRef) -> String {
    let access = |a: &Access| match &a.index {
        None => a.name.name.to_string(),
        Some(i) => format!("{}[{}]", a.name.name, expr(i)),
    };
    std::iter::once(&v.head).chain(&v.fields).map(access).collect::<Vec<_>>().join(".")
}

fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Const { value, .. } => value.to_string(),
        ExprKind::Var(v) => var(v),
        ExprKind::Unary(op, a) => format!("{op:?}({})", expr(a)),
        ExprKind::Binary(op, a, b) => format!("({}{}{})", expr(a), op.symbol(), expr(b)),
        ExprKind::Cond(c, a, b) => format!("({}->{}:{})", expr(c), expr(a), expr(b)),
        ExprKind::Run { proctype, args, priority } => {
            let args: Vec<String> = args.iter().map(expr).collect();
            let priority =
                priority.as_ref().map_or(String::new(), |p| format!(" prio {}", expr(p)));
            format!("run {}({}){priority}", proctype.name, args.join(","))
        }
        ExprKind::Len(v) => format!("len {}", var(v)),
        ExprKind::ChanTest(test, v) => format!("{test:?} {}", var(v)),
        ExprKind::Poll { chan, order, args } => {
            format!("{} {order:?}[{}]", var(chan), patterns(args))
        }
        ExprKind::RemoteLabel { proctype, pid, label } => {
            format!(
                "{}[{}]@{}",
                proctype.name,
                pid.as_ref().map_or("".into(), |p| expr(p)),
                label.name
            )
        }
        ExprKind::RemoteVar { proctype, pid, var: v } => {
            format!("{}[{}]:{}", proctype.name, pid.as_ref().map_or("".into(), |p| expr(p)), var(v))
        }
        other => format!("{other:?}").split(['(', ' ']).next().unwrap_or("").to_owned(),
    }
}

fn ltl(f: &Ltl) -> String {
    match &f.kind {
        LtlKind::Prop(e) => expr(e),
        LtlKind::Not(a) => format!("!{}", ltl(a)),
        LtlKind::Always(a) => format!("G{}", ltl(a)),
        LtlKind::Eventually(a) => format!("F{}", ltl(a)),
        LtlKind::Next(a) => format!("X{}", ltl(a)),
        LtlKind::Binary(op, a, b) => format!("({} {op:?} {})", ltl(a), ltl(b)),
    }
}

#[test]
fn precedence() {
    assert_eq!(
        body("a || b && c | d ^ e & f == g < h << i + j * -k"),
        ["(a||(b&&(c|(d^(e&(f==(g<(h<<(i+(j*Neg(k))))))))))) ".trim()]
    );
    assert_eq!(body("a - b - c; !a == b; ~a + b"), ["((a-b)-c)", "(Not(a)==b)", "(BitNot(a)+b)"]);
    assert_eq!(body("x = (a -> b : (c -> d : e)) + 1"), ["x=((a->b:(c->d:e))+1)"]);
    assert_eq!(body("a.b[i].c[j+1].d = a[a[0]]"), ["a.b[i].c[(j+1)].d=a[a[0]]"]);
}

#[test]
fn separators() {
    assert_eq!(body("a; b -> c;; d;"), ["a", "b", "c", "d"]);
    assert_eq!(body("a\nb\n-1\n!c\n(d)"), ["a", "b", "Neg(1)", "Not(c)", "d"]);
    assert_eq!(body("x = (a\n+ b)\ny++"), ["x=(a+b)", "yIncrement"]);
    assert_eq!(body("{ a } b; { c }\nunless { d } e"), ["{a}", "b", "<{c} unless {d}>", "e"]);
    assert_eq!(body("if :: a :: else b fi; c"), ["if :: a :: else; b fi", "c"]);
    assert_eq!(body("do :: a -> b;; :: c; od"), ["do :: a; b :: c od"]);
    assert_eq!(body("L: M: a; N:"), ["L: M: a", "N: 1"]);
    assert_eq!(body("q!a\n(b)"), ["q Fifo! a", "b"]);
    assert!(tree("init { a b }").is_err());
    assert!(tree("init { x = a\n + b }").is_err());
}

#[test]
fn messages() {
    assert_eq!(
        body("q!a,b+1; q!t(a,b); q!!a; q[1].c!0"),
        ["q Fifo! a,(b+1)", "q Fifo! t,a,b", "q Sorted! a", "q[1].c Fifo! 0",]
    );
    assert_eq!(
        body("q?a,-1,eval(x+1),_; q?t(a,b); q?(a,b); q??a; q?<a,b>; q??<t(a)>"),
        [
            "q Fifo? a,Neg(1),eval (x+1),_",
            "q Fifo? t,a,b",
            "q Fifo? a,b",
            "q Random? a",
            "q Fifo?keep a,b",
            "q Random?keep t,a",
        ]
    );
    assert_eq!(
        body("q?[a] && q??[b,1]; len(q) > full(q)"),
        ["(q Fifo[a]&&q Random[b,1])", "(len q>Full q)",]
    );
}

#[test]
fn statements() {
    assert_eq!(
        body("for (i : 0 .. n-1) { a }\nfor (x in y) { b }; select (i : 1..5)"),
        ["for i 0..(n-1) {a}", "for x in y {b}", "select i 1..5",]
    );
    assert_eq!(
        body("L: atomic { a; b } unless d_step { c }"),
        ["L: <atomic {a; b} unless d_step {c}>"]
    );
    assert_eq!(
        body("byte a, b; x = run P(1, 2) priority 3; run Q()"),
        ["Byte a,b", "x=run P(1,2) prio 3", "run Q()",]
    );
    assert_eq!(body("xr q, r; timeout -> skip; else"), ["Receive 2", "Timeout", "1", "else"]);
    assert_eq!(
        body("printf(\"a\\n%d\", x); assert x; goto L; break; printm(x)"),
        ["printf \"a\\n%d\" x", "assert x", "goto L", "break", "printm x",]
    );
}

#[test]
fn remote_references() {
    let before = "proctype P() { skip }";
    assert_eq!(
        body_after(before, "P[0]@L && P@M; P[1]:x[2] == P:y"),
        ["(P[0]@L&&P[]@M)", "(P[1]:x[2]==P[]:y)",]
    );
    // A label may have the name of a proctype that comes later.
    assert_eq!(body("P: skip"), ["P: 1"]);
    assert_eq!(body("x = (a -> b : c)"), ["x=(a->b:c)"]);
}

#[test]
fn inlines() {
    let before = "inline f(a, b) { a = b; g: goto g } inline h(x) { if :: x -> return x + 1 fi }";
    assert_eq!(
        body_after(before, "f(u.v, w[1] + 2) c; f(c, d)\ne; y[0] = h(k)"),
        ["f{u.v=(w[1]+2); g: goto g}", "c", "f{c=d; g: goto g}", "e", "h{if :: k; y[0]=(k+1) fi}",]
    );
}

#[test]
fn formulas() {
    let formula = |text: &str| match tree(&format!("ltl {{ {text} }}")) {
        Ok(program) => match &program.items[0] {
            Item::Ltl(block) => ltl(&block.formula),
            _ => String::new(),
        },
        Err(messages) => messages.join("; "),
    };
    assert_eq!(formula("[]<>p -> q U r"), "(GFp Implies (q Until r))");
    assert_eq!(formula("a <-> b implies c"), "((a Equivalent b) Implies c)");
    assert_eq!(formula("a U b W c V d"), "(((a Until b) WeakUntil c) Release d)");
    assert_eq!(formula("a || b && !c U d"), "(a Or (b And (!c Until d)))");
    assert_eq!(formula("a /\\ b \\/ c"), "((a And b) Or c)");
    assert_eq!(
        formula("always (x == 1 + 2) && eventually y > 0 - 1"),
        "`>` cannot be applied to a temporal formula"
    );
    assert_eq!(formula("x < -1 U (a && b) == c"), "((x<Neg(1)) Until ((a&&b)==c))");
    assert_eq!(formula("X next (p release q)"), "XX(p Release q)");
}

#[test]
fn node_ids_are_dense_and_unique() {
    let text = include_str!("../../../tests/samples/statements.pml");
    let Ok(program) = tree(text) else { panic!("the sample must be read") };
    // Debug output names every id once per node.
    let shown = format!("{program:?}");
    let mut ids: Vec<u32> = shown
        .split("NodeId(")
        .skip(1)
        .filter_map(|rest| rest.split(')').next()?.parse().ok())
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert!(ids.iter().all(|id| *id < program.node_count));
}
