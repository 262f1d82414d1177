//! What comes out, written as text with `⏎` where a token starts a line.

use super::*;
use crate::diagnostic::Severity;

fn run_with(text: &str, defines: &[&str], files: &[(&str, &str)]) -> (String, Vec<String>) {
    let loader = |path: &str, _: &Path| {
        let found = files.iter().find(|(name, _)| *name == path);
        let (name, text) = found.ok_or_else(|| io::Error::other("no such file"))?;
        Ok((PathBuf::from(name), (*text).to_owned()))
    };
    let defines: Vec<String> = defines.iter().map(|d| (*d).to_owned()).collect();
    let mut map = SourceMap::new();
    let mut out = Diagnostics::default();
    let tokens = preprocess((Path::new("main.pml"), text), &defines, &loader, &mut map, &mut out);
    let words: Vec<String> = tokens
        .unwrap_or_default()
        .iter()
        .filter(|t| t.kind != TokenKind::Eof)
        .map(|t| {
            let mark = if t.newline_before { "⏎" } else { "" };
            let text = match &t.kind {
                TokenKind::Str(text) => text.to_string(),
                other => other.describe().trim_matches('`').to_owned(),
            };
            format!("{mark}{text}")
        })
        .collect();
    let messages = out
        .into_vec(&map)
        .iter()
        .map(|d| {
            let place =
                d.location(&map).map_or(String::new(), |l| format!("{}:{} ", l.file, l.line));
            let kind = if d.severity == Severity::Error { "" } else { "warning: " };
            format!("{kind}{place}{}", d.message)
        })
        .collect();
    (words.join(" "), messages)
}

fn run(text: &str) -> String {
    let (words, messages) = run_with(text, &[], &[]);
    assert!(messages.is_empty(), "{messages:?}");
    words
}

fn errors(text: &str) -> Vec<String> {
    run_with(text, &[], &[]).1
}

#[test]
fn objects_and_functions() {
    assert_eq!(run("#define N 3\nN+N"), "⏎3 + 3");
    assert_eq!(run("#define F(a,b) a-b\nF(1,(2,3)) F"), "⏎1 - ( 2 , 3 ) F");
    assert_eq!(run("#define F() x\nF( )"), "⏎x");
    assert_eq!(run("#define F (a)\nF(1)"), "⏎( a ) ( 1 )");
    assert_eq!(run("#define F(x) x\n#define G F\nG(1)"), "⏎1");
    assert_eq!(run("#define A B\n#define B A\nA B"), "⏎A B");
    assert_eq!(run("#define f(x) f(x+1)\nf(f(2))"), "⏎f ( f ( 2 + 1 ) + 1 )");
    assert_eq!(run("#define X \\\n a \\\n b\nX c"), "⏎a b c");
    assert_eq!(run("#define E\nE a"), "⏎a");
    assert_eq!(run("#define N 1\n#undef N\nN"), "⏎N");
    assert_eq!(run("#define S(x,y) #x x##y\nS(a b,c)"), "⏎\"a b\" a bc");
    assert_eq!(run("#define V(a,...) f(a, __VA_ARGS__)\nV(1,2,3)"), "⏎f ( 1 , 2 , 3 )");
}

#[test]
fn lines_end_where_gcc_ends_them() {
    assert_eq!(run("#define F(a,b) a b\nx = F(1,\n2) w\nv"), "⏎x = 1 2 ⏎w ⏎v");
    assert_eq!(run("#define E\nx\nE\ny"), "⏎x ⏎y");
}

#[test]
fn conditionals() {
    assert_eq!(run("#if 0\na 'x\n#elif 1 + 1 == 2\nb\n#else\nc\n#endif\nd"), "⏎b ⏎d");
    assert_eq!(run("#ifdef X\na\n#if 1\n#else\n#endif\n#else\nb\n#endif"), "⏎b");
    assert_eq!(run("#define X 0x10\n#if defined(X) && X == 16 && !defined Y\na\n#endif"), "⏎a");
    assert_eq!(run("#if 0 && 1/0\n#else\na\n#endif"), "⏎a");
    assert_eq!(run("#ifndef X\na\n#endif"), "⏎a");
    assert_eq!(
        errors("#if\n#endif\n#else\n#if 1/0\n#endif\n#if 1"),
        [
            "main.pml:1 something is missing in the condition of a directive",
            "main.pml:3 `#else` without `#if`",
            "main.pml:4 division by zero in the condition of a directive",
            "main.pml:6 this conditional is never closed",
        ]
    );
}

#[test]
fn command_line_and_files() {
    let (words, messages) =
        run_with("#include \"a.h\"\nN M L __LINE__", &["N", "M=2"], &[("a.h", "#define L 5\nx")]);
    assert_eq!((words.as_str(), messages.len()), ("⏎x ⏎1 2 5 2", 0));
    let (_, messages) =
        run_with("#include \"a.h\"", &[], &[("a.h", "#include \"a.h\"\n#include \"a.h\"")]);
    assert_eq!(messages, ["a.h:1 files include each other without end"]);
    assert_eq!(errors("#include \"b.h\""), ["main.pml:1 cannot include `b.h`: no such file"]);
}

#[test]
fn line_directives_move_messages() {
    let text = "# 100 \"gen.src\"\n#error first\n#line 7\n\n#error second";
    assert_eq!(errors(text), ["gen.src:100 first", "gen.src:8 second"]);
}

#[test]
fn mistakes() {
    assert_eq!(
        errors("#define F(a) a\nF(1,2) F(\n"),
        [
            "main.pml:2 macro `F` takes 1 argument, 2 given",
            "main.pml:2 the argument list of macro `F` is never closed",
        ]
    );
    assert_eq!(errors("#defin X"), ["main.pml:1 unknown directive `#defin`"]);
    assert_eq!(
        errors("#define X 1\n#define X 2"),
        ["warning: main.pml:2 macro `X` is defined again, differently"]
    );
    assert_eq!(
        errors("#define P(a) a##;\nP(1)"),
        ["main.pml:2 `##` makes `1;`, which is not one token"].map(|s| s.replace(":2", ":1"))
    );
}

#[test]
fn blow_up_is_an_error() {
    let mut text = String::from("#define A0 x x\n");
    for i in 1..40 {
        text += &format!("#define A{i} A{} A{}\n", i - 1, i - 1);
    }
    assert_eq!(errors(&(text + "A39")), ["main.pml:41 macros expand to too much text"]);
    let deep = "F(".repeat(5000) + &")".repeat(5000);
    let messages = errors(&format!("#define F(x) x\n{deep}"));
    assert_eq!(messages, ["main.pml:2 uses of macros are nested too deeply"]);
}
