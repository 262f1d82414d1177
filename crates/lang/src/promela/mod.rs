//! Promela.

pub mod ast;
