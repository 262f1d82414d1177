//! Spelling and binding strength of operators, shared by the printer and the parser.

use crate::expr::{Binary, ChanTest, Unary};

/// The binding strength of `c ? a : b`, the weakest.
pub(super) const CONDITIONAL: u8 = 1;
/// The strength of the comparisons, which do not associate.
pub(super) const COMPARISON: u8 = 4;
/// The strength of the prefix operators, stronger than all binary ones.
pub(super) const PREFIX: u8 = 11;
/// The strength of what needs no parentheses anywhere.
pub(super) const ATOM: u8 = 12;

/// Every binary operator with its spelling and strength.
const BINARY: [(Binary, &str, u8); 18] = [
    (Binary::Or, "||", 2),
    (Binary::And, "&&", 3),
    (Binary::Eq, "==", COMPARISON),
    (Binary::Ne, "!=", COMPARISON),
    (Binary::Lt, "<", COMPARISON),
    (Binary::Le, "<=", COMPARISON),
    (Binary::Gt, ">", COMPARISON),
    (Binary::Ge, ">=", COMPARISON),
    (Binary::BitOr, "|", 5),
    (Binary::BitXor, "^", 6),
    (Binary::BitAnd, "&", 7),
    (Binary::Shl, "<<", 8),
    (Binary::Shr, ">>", 8),
    (Binary::Add, "+", 9),
    (Binary::Sub, "-", 9),
    (Binary::Mul, "*", 10),
    (Binary::Div, "/", 10),
    (Binary::Rem, "%", 10),
];

/// How an operator is written, and how strongly it binds.
pub(super) fn spelling(op: Binary) -> (&'static str, u8) {
    let entry = BINARY.iter().find(|(o, _, _)| *o == op).expect("every operator is in the table");
    (entry.1, entry.2)
}

/// Which operator is written so, and how strongly it binds.
pub(super) fn binary(text: &str) -> Option<(Binary, u8)> {
    BINARY.iter().find(|(_, t, _)| *t == text).map(|&(op, _, strength)| (op, strength))
}

/// Every prefix operator.
pub(super) const UNARY: [(Unary, &str); 3] =
    [(Unary::Not, "!"), (Unary::Neg, "-"), (Unary::Complement, "~")];

/// Every question about the number of messages.
pub(super) const TESTS: [(ChanTest, &str); 4] = [
    (ChanTest::Full, "full"),
    (ChanTest::Empty, "empty"),
    (ChanTest::NotFull, "nfull"),
    (ChanTest::NotEmpty, "nempty"),
];

/// The words that a variable's name is not confused with: it is put in backquotes.
pub(super) const RESERVED: [&str; 42] = [
    "self",
    "running",
    "last",
    "timeout",
    "nonprogress",
    "len",
    "full",
    "empty",
    "nfull",
    "nempty",
    "enabled",
    "pc",
    "priority",
    "poll",
    "pollany",
    "own",
    "global",
    "any",
    "for",
    "rank",
    "when",
    "else",
    "do",
    "goto",
    "hold",
    "end",
    "send",
    "receive",
    "peek",
    "run",
    "assert",
    "print",
    "to",
    "from",
    "into",
    "var",
    "chan",
    "hidden",
    "provided",
    "entry",
    "loc",
    "_",
];
