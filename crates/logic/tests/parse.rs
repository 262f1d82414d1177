//! The formula parser: spellings, propositions, errors, and that it never panics.

mod common;

use burnside_logic::formula::{Node, integer_range};
use burnside_logic::{Spelling, Syntax, parse, parse_with};
use common::{Random, holds, random_formula, random_lasso};

/// The formula in Spot's spelling.
fn read(text: &str) -> String {
    match parse(text) {
        Ok(formula) => formula.spelled(Spelling::Spot),
        Err(error) => panic!("{}", error.render(text)),
    }
}

fn error(text: &str) -> String {
    match parse(text) {
        Ok(formula) => panic!("`{text}` was read as {formula}"),
        Err(error) => {
            let (line, column) = error.position(text);
            format!("{line}:{column}: {}", error.message)
        }
    }
}

#[test]
fn all_spellings_mean_the_same() {
    for text in ["[] (p -> <> q)", "G(p => Fq_)", "always (p implies eventually q)", "□(p → ◇q)"]
    {
        let text = text.replace("Fq_", "F q");
        assert_eq!(read(&text), "G (p -> (F q))".replace("(F q)", "F q"));
    }
    for text in ["p U q", "p until q", "p stronguntil q"] {
        assert_eq!(read(text), "p U q");
    }
    for text in ["p R q", "p V q", "p release q"] {
        assert_eq!(read(text), "p R q");
    }
    for text in ["p && !q || r", "p & ~q | r", "p /\\ ! q \\/ r", "p and not q or r"] {
        assert_eq!(read(text), "(p & !q) | r");
    }
    for text in ["p <-> q", "p <=> q", "p equivalent q", "p ↔ q"] {
        assert_eq!(read(text), "p <-> q");
    }
    assert_eq!(read("p W q"), read("p weakuntil q"));
    assert_eq!(read("next p M q"), "X p M q");
    assert_eq!(read("GF p"), "G F p");
    assert_eq!(read("[]<>[]p"), "G F G p");
    assert_eq!(read("true U 0"), "1 U 0");
    assert_eq!(read("p xor q"), "!(p <-> q)");
}

#[test]
fn priorities() {
    assert_eq!(read("a || b && c U d"), "a | (b & (c U d))");
    assert_eq!(read("[] a -> b"), "G a -> b");
    assert_eq!(read("! a U b"), "!a U b");
    assert_eq!(read("<> a U b"), "F a U b");
    assert_eq!(read("X X a && b"), "X X a & b");
    assert_eq!(read("a <-> b <-> c"), "(a <-> b) <-> c");
}

#[test]
fn propositions_are_model_expressions() {
    let atoms = |text: &str| {
        let atoms = parse(text).unwrap_or_else(|e| panic!("{}", e.render(text))).atoms();
        atoms.iter().map(|atom| atom.text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(atoms("[] (x > 3 -> <> P[2]@cs)"), ["x > 3", "P[2]@cs"]);
    assert_eq!(atoms("flag[0] && turn == 1"), ["flag[0]", "turn == 1"]);
    assert_eq!(atoms("len(q)==0 U (a + b) > c"), ["len(q)==0", "(a + b) > c"]);
    assert_eq!(atoms("[] (x == (a && b))"), ["x == (a && b)"]);
    assert_eq!(atoms("<> q?[msg, 3]"), ["q?[msg, 3]"]);
    assert_eq!(atoms("[] P[1]:x != -1"), ["P[1]:x != -1"]);
    assert_eq!(atoms("\"a && b\" U done"), ["a && b", "done"]);
    assert_eq!(atoms("[] (s.f[i] <= N)"), ["s.f[i] <= N"]);
    // Single letters are names where no operator can stand.
    assert_eq!(atoms("X > 3 U M == 2"), ["X > 3", "M == 2"]);
    assert_eq!(atoms("P@U U Q@X"), ["P@U", "Q@X"]);
    assert_eq!(atoms("GO && F"), ["GO", "F"]);
    let text = "[] (x > 3)";
    let formula = parse(text).expect("it is right");
    assert_eq!(&text[formula.atoms()[0].span.clone()], "x > 3");
}

#[test]
fn quantifiers_are_written_out() {
    let formula = parse("forall i in P: [] (req[i] -> <> exists j in 0..1: ack[i][j] && o.i@i)");
    let formula = formula.expect("it is right");
    let set = |name: &str| (name == "P").then(|| vec!["3".to_string(), "7".to_string()]);
    let expanded = formula.expanded(set).expect("P is known");
    assert_eq!(
        expanded.spelled(Spelling::Spin),
        "[] ((req[3]) -> <> (((ack[3][0]) && (o.i@i)) || ((ack[3][1]) && (o.i@i)))) && \
         [] ((req[7]) -> <> (((ack[7][0]) && (o.i@i)) || ((ack[7][1]) && (o.i@i))))"
    );
    assert!(formula.expanded(|_| None).is_err());
    // An inner index of the same name hides the outer one; empty sets are legal.
    let hidden = parse("exists i in 1..1: p[i] && forall i in 5..5: q[i]").expect("it is right");
    let hidden = hidden.expanded(|_| None).expect("ranges are known");
    assert_eq!(hidden.to_string(), "(p[1]) && (q[5])");
    let empty = parse("forall i in 3..2: p[i]").expect("it is right").expanded(|_| None);
    assert_eq!(empty.expect("ranges are known").to_string(), "true");
    let bounds = parse("forall i in 0..1: exists j in i..1: p[j]").expect("it is right");
    let bounds = bounds.expanded(|_| None).expect("ranges are known");
    assert_eq!(bounds.to_string(), "((p[0]) || (p[1])) && (p[1])");
    assert_eq!(integer_range("0..9999999999"), None);
}

#[test]
fn branching_time() {
    let read = |text| parse_with(text, Syntax::Branching).expect(text).to_string();
    assert_eq!(read("AG(p -> EF q)"), "A [] (p -> E <> q)");
    assert_eq!(read("A[p U q] && E (G p)"), "A (p U q) && E [] p");
    assert!(!parse_with("EX p", Syntax::Branching).expect("it is right").is_linear());
    assert!(parse("EX && A").expect("names in linear time").is_boolean());
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(error("[] (p -> q"), "1:4: `(` is never closed");
    assert_eq!(error("p q"), "1:3: an operator is missing before `q`");
    assert_eq!(error("p &&\n && q"), "2:2: an operand is expected before `&&`");
    assert_eq!(error(""), "1:1: the formula ends where an operand is expected");
    assert_eq!(error("p U"), "1:4: the formula ends where an operand is expected");
    assert_eq!(error("p )"), "1:3: `)` closes nothing");
    assert_eq!(error("\"abc"), "1:1: this quotation mark is never closed");
    assert_eq!(error("p ; q"), "1:3: the character `;` has no meaning here");
    assert_eq!(error("[p)"), "1:3: `[` is closed by `)`");
    assert!(error("a U b U c").contains("parentheses"));
    assert!(error("a -> b -> c").contains("parentheses"));
    assert!(error("!x > 3").contains("parentheses"));
    assert!(error("forall i in P x").contains("`:`"));
    assert!(error(&"!".repeat(5000)).contains("200 levels"));
    assert!(error(&"(".repeat(5000)).contains("closed"));
    assert!(error(&format!("{}p{}", "(".repeat(5000), ")".repeat(5000))).contains("200 levels"));
    assert!(error(&vec!["p"; 5000].join(" xor ")).contains("200 levels"));
    assert!(error(&vec!["p"; 5000].join(" <-> ")).contains("200 levels"));
    parse(&vec!["p"; 5000].join(" && ")).expect("long is not deep");
    let text = "[] (p -> q";
    let rendered = parse(text).expect_err("it is wrong").render(text);
    assert_eq!(rendered, "1:4: `(` is never closed\n  [] (p -> q\n     ^");
}

#[test]
fn what_is_printed_can_be_read() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let size = random.below(15);
        let formula = random_formula(&mut random, size, 4);
        let spot = formula.spelled(Spelling::Spot);
        let again = parse(&spot).unwrap_or_else(|e| panic!("{}", e.render(&spot)));
        assert_eq!(again.spelled(Spelling::Spot), spot);
        let spin = formula.to_string();
        let spin = parse(&spin).unwrap_or_else(|e| panic!("{}", e.render(&spin)));
        for _ in 0..10 {
            let word = random_lasso(&mut random, 4);
            assert_eq!(holds(&again, &word), holds(&formula, &word), "{formula}");
            assert_eq!(holds(&spin, &word), holds(&formula, &word), "{formula}");
        }
    }
}

#[test]
fn names_like_operators_survive() {
    for name in ["X", "U", "GF", "true", "x > 3", "a && b", "not", "forall"] {
        let atom = parse(&format!("\"{name}\"")).expect(name);
        let until = Node::Until(atom.clone(), Node::Always(atom.clone()).into()).into();
        let formula: burnside_logic::Formula = until;
        let text = formula.spelled(Spelling::Spot);
        assert_eq!(parse(&text).expect(&text), formula, "{text}");
    }
}

#[test]
fn no_text_makes_it_panic() {
    let seeds = [
        "forall i in P: [] (req[i] && x > 3 -> <> P[2]@cs U \"q r\")",
        "A[p U q] && EG !(x == -1) <-> a.b[3] xor 1..2",
        "[]<>(□p∧¬q)→○r M s V t ?? [m] :: #",
    ];
    let pieces =
        ["(", ")", "[", "]", "[]", "<>", "U", "!", "\"", ":", "X", "->", "é", "..", "in ", "-"];
    let mut random = Random::new(7);
    for round in 0..30_000 {
        let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len() as u64 + 1) as usize;
            match random.below(3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => {
                    let piece = pieces[random.below(pieces.len() as u64) as usize];
                    text.splice(at..at, piece.chars());
                }
                _ => text.truncate(at.max(1)),
            }
        }
        let text: String = text.into_iter().collect();
        for syntax in [Syntax::Linear, Syntax::Branching] {
            match parse_with(&text, syntax) {
                Ok(formula) => {
                    let _ = formula.spelled(Spelling::Spin);
                    let _ = formula.expanded(|_| None);
                }
                Err(error) => drop(error.render(&text)),
            }
        }
    }
}
