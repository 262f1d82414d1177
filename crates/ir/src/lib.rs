//! The intermediate representation.
//!
//! A [`System`] is what a language front end produces and what every engine works on: process templates
//! over finite-domain variables and bounded channels, with guarded, imperative edges. This crate holds
//! its data types, the verifier, the text form, the analyses, and the reference interpreter that is the
//! definition of what a system means. It knows neither a language nor an engine.

mod entity;
mod expr;
mod fault;
mod interpret;
pub mod simplify;
mod system;
mod types;

pub use entity::*;
pub use expr::*;
pub use fault::*;
pub use interpret::*;
pub use system::*;
pub use types::*;
