//! The reserved words of Promela.
//!
//! `in` is none: SPIN reserves it in the head of a `for` only. The words of formulas (`U`, `always`, …)
//! are reserved inside `ltl` blocks only, see `ltl.rs`.

/// May this word not be a name?
pub(super) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "active"
            | "assert"
            | "atomic"
            | "bit"
            | "bool"
            | "break"
            | "byte"
            | "c_code"
            | "c_decl"
            | "c_expr"
            | "c_state"
            | "c_track"
            | "D_proctype"
            | "do"
            | "chan"
            | "else"
            | "empty"
            | "enabled"
            | "eval"
            | "false"
            | "fi"
            | "for"
            | "full"
            | "get_priority"
            | "goto"
            | "hidden"
            | "if"
            | "init"
            | "inline"
            | "int"
            | "len"
            | "local"
            | "ltl"
            | "mtype"
            | "nempty"
            | "never"
            | "nfull"
            | "notrace"
            | "np_"
            | "od"
            | "of"
            | "pc_value"
            | "pid"
            | "printf"
            | "printm"
            | "priority"
            | "proctype"
            | "provided"
            | "return"
            | "run"
            | "d_step"
            | "select"
            | "set_priority"
            | "short"
            | "skip"
            | "timeout"
            | "trace"
            | "true"
            | "show"
            | "typedef"
            | "unless"
            | "unsigned"
            | "xr"
            | "xs"
    )
}

/// Can a statement end in this keyword, so that a line's end behind it is a separator?
pub(super) fn ends_statement(word: &str) -> bool {
    matches!(word, "fi" | "od" | "else" | "break" | "true" | "false" | "skip" | "timeout" | "np_")
}

/// Does this word name a predefined type?
pub(super) fn is_type(word: &str) -> bool {
    matches!(
        word,
        "bit" | "bool" | "byte" | "pid" | "short" | "int" | "unsigned" | "chan" | "mtype"
    )
}

/// Is this `hidden`, `show` or `local`?
pub(super) fn is_visibility(word: &str) -> bool {
    matches!(word, "hidden" | "show" | "local")
}

/// Does this word embed C?
pub(super) fn is_c(word: &str) -> bool {
    matches!(word, "c_code" | "c_decl" | "c_expr" | "c_state" | "c_track")
}
