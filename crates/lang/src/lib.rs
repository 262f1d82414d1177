//! Languages: from text to a checked syntax tree and on to the intermediate representation.
//!
//! Each language has a folder with the same phases; [`source`] and [`diagnostic`] are shared. Nothing in
//! this crate reads files or prints: text comes in through arguments (included files through a loader
//! that the caller provides), problems go out as values.

pub mod diagnostic;
pub mod model;
pub mod promela;
pub mod source;
