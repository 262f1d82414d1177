//! Promela.

pub mod ast;
pub mod lex;
mod preprocess;
pub mod token;
