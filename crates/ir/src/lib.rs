//! The intermediate representation.
//!
//! A [`System`] is what a language front end produces and what every engine works on: process templates
//! over finite-domain variables and bounded channels, with guarded, imperative edges. This crate holds
//! its data types, the verifier, the text form, the analyses, and the reference interpreter that is the
//! definition of what a system means. It knows neither a language nor an engine.

mod build;
mod entity;
mod expr;
mod fault;
pub mod footprint;
mod interpret;
pub mod ranges;
pub mod simplify;
pub mod sorts;
mod system;
pub mod text;
mod types;
mod verify;

pub use build::*;
pub use entity::*;
pub use expr::*;
pub use fault::*;
pub use interpret::*;
pub use system::*;
pub use types::*;
pub use verify::*;
