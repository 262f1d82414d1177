//! What is said about programs that are wrong: the line and the words. (The models in `corpus/errors` are
//! checked by the testkit.)

use std::path::Path;

use burnside_lang::diagnostic::Severity;
use burnside_lang::promela::{self, Reading};

fn read(path: &Path, text: &str) -> Reading {
    let loader = |name: &str, from: &Path| {
        let path = from.parent().unwrap_or(Path::new("")).join(name);
        std::fs::read_to_string(&path).map(|text| (path, text))
    };
    promela::parse(path, text, &[], &loader)
}

/// One line per diagnostic: `severity: line: message`.
fn summary(reading: &Reading) -> Vec<String> {
    let line = |d: &burnside_lang::diagnostic::Diagnostic| {
        let kind = if d.severity == Severity::Error { "error" } else { "warning" };
        let line = d.location(&reading.sources).map_or(0, |l| l.line);
        format!("{kind}: {line}: {}", d.message)
    };
    reading.diagnostics.iter().map(line).collect()
}

#[track_caller]
fn expect(text: &str, wanted: &[&str]) {
    let reading = read(Path::new("t.pml"), text);
    assert_eq!(summary(&reading), wanted, "\n{text}");
    assert_eq!(reading.model.is_some(), !wanted.iter().any(|w| w.starts_with("error")));
}

/// Statements in a process, after some declarations.
#[track_caller]
fn expect_in(body: &str, wanted: &[&str]) {
    let text = format!(
        "mtype = {{ red, green }}; mtype:fruit = {{ apple }}; typedef T {{ byte a; byte b[2] }};\n\
         byte x, y; int arr[3]; chan q = [2] of {{ byte, byte }}; T t; chan r = [1] of {{ T }};\n\
         mtype:fruit f; chan s; proctype P(byte a; chan c) {{ byte v; L: v = a }}\n\
         init {{ {body}\n}}"
    );
    expect(&text, wanted);
}

#[test]
fn structure() {
    expect("init { if :: skip }", &["error: 1: expected `fi`, found `}`"]);
    expect("init {\n do\n :: if :: skip\n od\n}", &["error: 4: expected `fi`, found `od`"]);
    expect("init { if :: skip od }", &["error: 1: expected `fi`, found `od`"]);
    expect("init { skip; fi; skip }", &["error: 1: `fi` without `if`"]);
    expect("init {\n skip\nproctype P() { skip }", &["error: 3: expected `}`, found `proctype`"]);
    expect("init { skip skip }", &["error: 1: expected `;` or `->`, found `skip`"]);
    expect("init { }", &["error: 1: a sequence must have at least one statement"]);
    expect("init { if skip fi }", &["error: 1: expected `::`, found `skip`"]);
    expect("skip; init { skip }", &["error: 1: expected a declaration or a process, found `skip`"]);
    expect("init { (1 + ) }", &["error: 1: expected an expression, found `)`"]);
    expect("init { (1 + 2 }", &["error: 1: expected an operator or `)`, found `}`"]);
    expect("", &["error: 1: no process ever runs"]);
    expect("proctype P() { skip }", &["error: 1: no process ever runs"]);
}

#[test]
fn several_errors_in_one_run() {
    expect_in(
        "x = ;\n y == ) ;\n undeclared = 1;\n if :: fi;\n goto nowhere",
        &[
            "error: 4: expected an expression, found `;`",
            "error: 5: expected an expression, found `)`",
            "error: 6: `undeclared` is not declared",
            "error: 7: a sequence must have at least one statement",
            "error: 8: there is no label `nowhere` in this process",
        ],
    );
}

#[test]
fn assignment_for_comparison() {
    expect_in("(x = 1) -> skip", &["error: 4: an assignment cannot stand inside an expression"]);
    expect_in("x + 1 = 2", &["error: 4: cannot assign to an expression"]);
    let reading = read(Path::new("t"), "byte x; init { (x = 1) }");
    assert_eq!(reading.diagnostics[0].helps, ["use `==` to compare"]);
}

#[test]
fn names() {
    let reading = read(Path::new("t"), "byte counter; init { coutner = 1 }");
    assert_eq!(reading.diagnostics[0].helps, ["did you mean `counter`?"]);
    expect_in(
        "byte x",
        &[
            "error: 4: `x` is declared twice",
            "error: 5: a sequence must have at least one statement",
        ],
    );
    expect_in("byte z; { byte z; z = 1 }", &["error: 4: `z` is declared twice"]);
    expect_in("{ byte z; z = 1 }; { byte z; z = 1 }", &[]);
    expect_in("{ byte z; z = 1 }; z = 1", &["error: 4: `z` is not declared"]);
    expect_in("byte red; skip", &["error: 4: `red` is declared twice"]);
    expect_in("L: skip; L: skip; goto L", &["error: 4: label `L` is defined twice"]);
    expect_in("x: skip", &["error: 4: label `x` has the name of a variable"]);
    expect_in("run Q(1)", &["error: 4: there is no proctype `Q`"]);
    expect_in("STDIN?x", &["error: 4: reading from `STDIN` is not supported"]);
    expect_in("q = P", &["error: 4: `P` is a proctype"]);
    expect("byte a; byte a; init { skip }", &["error: 1: `a` is declared twice"]);
    expect("init { skip } init { skip }", &["error: 1: more than one `init`"]);
    expect(
        "byte init; init { skip }",
        &["error: 1: `init` is a keyword and cannot be the name of a variable"],
    );
    // A name in a declaration that could not be read is not reported again.
    expect("byte a = ; init { a = 1 }", &["error: 1: expected an expression, found `;`"]);
}

#[test]
fn types() {
    expect_in("x[1] = 2", &["error: 4: `x` is not an array"]);
    expect_in("x[0] = 2", &["warning: 4: `x` is not an array"]);
    expect_in("arr = 2", &["error: 4: `arr` is an array and needs an index"]);
    expect_in("arr[3] = 2", &["warning: 4: index out of range in `arr`"]);
    expect_in("t.c = 2", &["error: 4: type `T` has no field `c`"]);
    expect_in("t.a.b = 2", &["error: 4: a byte has no fields"]);
    expect_in("t = 2", &["error: 4: a record of type `T` cannot be used as a whole here"]);
    expect_in("red = 2", &["error: 4: `red` is a constant"]);
    expect_in(
        "_pid = 2; _nr_pr++",
        &["error: 4: `_pid` cannot be assigned to", "error: 4: `_nr_pr` cannot be assigned to"],
    );
    expect_in("x = _", &["error: 4: `_` cannot be read"]);
    expect_in("x = 300", &["warning: 4: 300 does not fit into `x`, which is a byte"]);
    expect_in("q = 3", &["error: 4: channel `q` cannot be set to a number"]);
    expect_in("x = q + 1", &["error: 4: `q` is a channel"]);
    expect_in("q++", &["error: 4: `q` is a channel"]);
    expect_in("x!1", &["error: 4: `x` is not a channel"]);
    expect_in("f = red; f = apple", &["error: 4: `f` cannot hold this constant"]);
    expect(
        "int a[0], b[70000]; init { skip }",
        &[
            "error: 1: array `a` cannot have 0 elements",
            "error: 1: array `b` cannot have 70000 elements",
        ],
    );
    expect(
        "byte n; int a[n + 1]; init { skip }",
        &["error: 1: the size of an array must be a constant"],
    );
    expect(
        "byte n = 2; int a[n]; init { skip }",
        &["warning: 1: variable `n` is used as a constant"],
    );
    expect(
        "unsigned u, v : 32; int w : 3; init { skip }",
        &[
            "error: 1: `u` has no width",
            "error: 1: `v` cannot be 32 bits wide",
            "error: 1: `w` cannot have a width",
        ],
    );
    expect("typedef T { byte a; T t }; init { skip }", &["error: 1: type `T` contains itself"]);
    expect("Foo x; init { x = 1 }", &["error: 1: there is no type `Foo`"]);
    let names: Vec<String> = (0..256).map(|i| format!("n{i}")).collect();
    let text = format!("mtype = {{ {} }}; init {{ skip }}", names.join(", "));
    expect(&text, &["error: 1: an mtype can have at most 255 names"]);
}

#[test]
fn messages_and_arguments() {
    expect_in("q!1", &["error: 4: messages of `q` have 2 fields, this one has 1"]);
    expect_in("q?x,y,_", &["error: 4: messages of `q` have 2 fields, this one has 3"]);
    expect_in("q?[1]", &[]);
    expect_in("q?[1,2,3]", &["error: 4: messages of `q` have 2 fields, this one has 3"]);
    expect_in("q = s; q!1", &[]);
    expect_in(
        "r!t; r?t; r!1,2,3; r!1",
        &["error: 4: messages of `r` have 3 fields, this one has 1"],
    );
    expect_in("q?x,x", &["error: 4: `x` takes more than one field of a message"]);
    expect_in("q?_pid,x", &["error: 4: `_pid` cannot be assigned to"]);
    expect_in(
        "run P(1); run P(1, q, 2); run P(1, q)",
        &["error: 4: `P` takes 2 arguments, 1 given", "error: 4: `P` takes 2 arguments, 3 given"],
    );
    expect_in("run P(1, 2 + x)", &[]);
    expect_in("run P(1, x)", &["warning: 4: a byte is given where `P` takes a chan"]);
    expect_in(
        "x = 1 + run P(1, q); run P(1, q) > 0",
        &["error: 4: `run` cannot be used in a compound expression"],
    );
    expect_in("printf(\"%d %d\", x)", &["warning: 4: `printf` has 1 argument for 2 conversions"]);
    expect_in(
        "(P[0]:v == 1 && P[0]@L && P[0]:w == 1 && P@M)",
        &["error: 4: proctype `P` has no variable `w`", "error: 4: proctype `P` has no label `M`"],
    );
}

#[test]
fn placement() {
    expect_in("break", &["error: 4: `break` outside a loop"]);
    expect_in("do :: d_step { skip; break } od", &["error: 4: this `break` leaves a `d_step`"]);
    expect_in("d_step { skip; goto M }; M: skip", &["error: 4: this `goto` leaves a `d_step`"]);
    expect_in("goto M; d_step { skip; M: skip }", &["error: 4: this `goto` jumps into a `d_step`"]);
    expect_in("d_step { skip; M: skip; goto M }", &[]);
    expect_in("d_step { run P(1, q) }", &["error: 4: `run` inside a `d_step`"]);
    expect_in("atomic { M: skip }", &["error: 4: label `M` names the start of an `atomic`"]);
    expect_in("if :: M: skip fi", &["warning: 4: label `M` names a guard"]);
    expect_in("if :: else :: else fi", &["error: 4: more than one `else` among these options"]);
    expect_in(
        "if :: q!1,1 :: else fi",
        &["warning: 4: `else` beside a channel operation is dubious"],
    );
    expect_in("np_", &["error: 4: `np_` can only be used in a claim or formula"]);
    expect_in("for (x : 3 .. 1) { skip }", &["error: 4: the range of this `for` is empty"]);
    expect_in("for (x in y) { skip }", &["error: 4: `y` is not an array"]);
    expect_in("for (t in r) { skip }; for (x in arr) { skip }", &[]);
    expect_in("for (t in q) { skip }", &["error: 4: `for` cannot run over `q`"]);
    expect_in(
        "skip; chan late = [1] of { byte }",
        &["error: 4: channel `late` cannot be made here"],
    );
    expect(
        "never { skip } active proctype P() { skip } never { skip } never never_0 { skip }",
        &["error: 1: claim `never_0` is defined twice"],
    );
    expect("byte x; never { x = 1 } init { skip }", &["warning: 1: this claim changes a variable"]);
    expect("byte x; trace { x = 1 } init { skip }", &["error: 1: not an event"]);
    expect("hidden bit b; init { skip }", &["error: 1: `b` cannot be hidden"]);
    expect(
        "proctype P(byte a[2]) { skip } init { run P(1) }",
        &["error: 1: parameter `a` is an array"],
    );
    expect(
        "proctype P(byte a) provided (a > 0) { skip } init { run P(1) }",
        &["error: 1: this cannot be part of a `provided` clause"],
    );
}

#[test]
fn formulas() {
    let with = |f: &str| format!("byte x; active proctype P() {{ L: skip }} ltl {{ {f} }}");
    expect(&with("[] (x == 1) U <> P@L"), &[]);
    expect("ltl { [] (P[0]:v == 0 && P:v == 0) } active proctype P() { byte v; skip }", &[]);
    expect("mtype = { a; }; byte x[2] = { 1, 2; }; chan q = [1] of { byte; }; init { skip; }", &[]);
    expect(&with("[] x == 1"), &["error: 1: `==` cannot be applied to a temporal formula"]);
    expect(&with("(x == 1"), &["error: 1: expected an operator or `)`, found `}`"]);
    expect(&with("x U"), &["error: 1: expected an expression, found `}`"]);
    expect(&with("y"), &["error: 1: `y` is not declared"]);
    expect(
        "ltl a { true } ltl a { true } init { skip }",
        &["error: 1: formula `a` is defined twice"],
    );
}

#[test]
fn c_code_is_refused() {
    expect(
        "c_decl { int x; { } }\ninit {\n c_code [a] { x = '{'; };\n c_expr { x } -> skip }",
        &[
            "error: 1: embedded C code (`c_decl`) is not supported",
            "error: 3: embedded C code (`c_code`) is not supported",
            "error: 4: embedded C code (`c_expr`) is not supported",
        ],
    );
}

#[test]
fn macros_and_inlines_show_both_places() {
    let text = "#define BAD(v) v + nothing\nbyte x;\ninline f(a) {\n a = a + missing\n}\n\
                init {\n x = BAD(x);\n f(x)\n}";
    let reading = read(Path::new("t.pml"), text);
    let shown: Vec<String> =
        reading.diagnostics.iter().map(|d| d.render(&reading.sources, false)).collect();
    let shown = shown.join("");
    assert_eq!(
        shown,
        "error: `missing` is not declared\n --> t.pml:4:10\n  |\n4 |  a = a + missing\n  |          ^^^^^^^ \
         not found here\n...\n8 |  f(x)\n  |  ---- in this call of inline `f`\n\
         error: `nothing` is not declared\n --> t.pml:7:6\n  |\n1 | #define BAD(v) v + nothing\n  |                    \
         ------- in the definition of macro `BAD`\n...\n7 |  x = BAD(x);\n  |      ^^^^^^ not found here\n"
    );
    let recursive = "inline f(a) { f(a) } byte x; init { f(x) }";
    expect(recursive, &["error: 1: inline `f` calls itself"]);
    expect(
        "inline f(a) { a++ } byte x; init { f(x, x) }",
        &["error: 1: inline `f` takes 1 argument, 2 given"],
    );
    expect("byte x; init { f(x) }", &["error: 1: there is no inline named `f`"]);
}
