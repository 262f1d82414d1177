//! The text form of a system (`.bir`): [`print()`] writes it, [`parse()`] reads it back.
//!
//! *Idea:* what `burnside lower` shows a person and what tests are written in. Everything that a
//! [`System`](crate::System) holds is in the text, defaults are left out, and names are used wherever
//! they say which entry is meant. *Source:* Cranelift's CLIF; the syntax borrows from Rust and Promela. `docs/ir.md` shows it by
//! example; the grammar below is the whole of it. *Where we differ:* any string is a legal name. One
//! that is not an identifier, or is a word of the language, is written in backquotes; one that does not
//! say which entry is meant is followed by the id (`x#3`), which can also stand alone (`#3`).
//!
//! *Guarantees:* `parse(&print(s)) == Ok(s)` for every system that the verifier accepts. Neither
//! function panics, whatever it is given: printing falls back on bare ids, and a text that cannot be
//! read is a [`ParseError`] with its place. Bare ids are not checked against the tables; run
//! [`verify`](crate::verify()) on what was read. *Cost:* linear; the text is read twice, once to learn the names and
//! once to resolve them, because templates refer to each other's variables and labels.
//!
//! # Grammar
//! Line breaks are spaces, and `//` begins a comment. `[…]` is optional, `…*` repeated, `…,*` a list
//! with commas.
//!
//! ```text
//! system   = "system" STRING item*
//! item     = "file" STRING | "enum" name "{" (name "=" int),* "}" | "sort" name ":" kind
//!          | "scheduling" "priority" | "remember" "last" | ["hidden"] "var" var | "chan" chan
//!          | "start" ref "(" int,* ")" ["priority" int]
//!          | "process" name "(" (["hidden"] var),* ")" [origin] "{" part* "}"
//! kind     = "processes" | "channels" | "index" int
//! var      = name ":" type ("[" int ["<" ref ">"] "]")* ["=" init]        no init: 0
//! init     = expr | "{" int,* "}" | "any" "{" int,* "}" | "&" ref ".."
//! chan     = name ":" "[" int "]" "of" "(" type,* ")"
//! type     = (uN | iN | "pid" | "chan" | "enum" ref | int "..=" int) ["<" ref ">"]
//! part     = ["hidden"] "var" var | "chan" chan | "provided" expr | "entry" ref
//!          | "loc" "#"int name,* ["[" flag,* "]"] ["pc" int] ["reset" ref,*] ":" edge*
//! flag     = "end" | "progress" | "accept" | "transit"
//! edge     = ["for" (name "in" int ["<" ref ">"]),*] ["rank" int] ["when" expr | "else"] ["do" op]
//!            "goto" ref ["hold"] [origin]
//! op       = place ":=" expr (";" place ":=" expr)* | "priority" "(" expr ")" ":=" expr | "end"
//!          | "send" ["sorted"] "(" expr,* ")" "to" expr
//!          | ("receive" | "peek") ["any"] "(" pattern,* ")" "from" expr
//!          | "run" ref "(" expr,* ")" ["priority" int] ["into" place]
//!          | "assert" expr | "print" STRING ("," expr)*
//! pattern  = place | "=" expr | "_"
//! place    = ["own" "::" | "global" "::" | ref "[" expr "]" "::"] ref ("[" expr "]")*
//! expr     = expr "?" expr ":" expr | expr binary expr | ("!" | "-" | "~") expr | "(" expr ")"
//!          | int | place | "&" ["own" "::" | "global" "::"] ref | ref "[" expr "]" "@" "{" ref,* "}"
//!          | "self" | "running" | "last" | "timeout" | "nonprogress"
//!          | ("len" | "full" | "empty" | "nfull" | "nempty" | "enabled" | "pc" | "priority") "(" expr ")"
//!          | ("poll" | "pollany") "(" expr ("," pattern)* ")"
//! origin   = "@" [file ":"] line ":" column [STRING]                      int ":" int ":" int
//! ref      = name ["#" int] | "#" int
//! ```
//! Binary operators bind as in Rust, from `* / %` over `+ -`, `<< >>`, `&`, `^`, `|`, the comparisons
//! (which do not associate) and `&&` to `||`; then `?:`. A name without a scope is looked for among the
//! parameters of the edge, then the process's own variables, then the globals.

mod control;
mod expression;
mod lex;
mod names;
mod operation;
mod operators;
mod parse;
mod print;
mod print_expr;

pub use lex::ParseError;
pub use parse::parse;
pub use print::{print, print_expr};

#[cfg(test)]
mod tests;
