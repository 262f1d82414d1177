//! The compiled successor function.
//!
//! A [`Machine`] is a [`System`](burnside_ir::System) translated to packed states and a register
//! bytecode. It implements the contract of `burnside-core`, so that engines can explore it, and agrees
//! step by step with the reference interpreter of `burnside-ir`.
//!
//! ```text
//! System + Shape ─▶ Layout ─▶ Program ─▶ Machine: TransitionSystem + Labelled
//! (shape.rs)        (layout.rs) (compile/)  (machine.rs; moves.rs, chain.rs, exec.rs)
//! ```
//!
//! The shape says which templates may run in which process slot. It is a hypothesis: when it turns out
//! to be too small, exploration ends with an interrupt, and one goes on like this:
//!
//! ```
//! # use burnside_core::{Interrupt, Successors, TransitionSystem};
//! # use burnside_vm::{CompileError, Machine, Shape};
//! # fn explore(_: &Machine) -> Result<(), Interrupt> { Ok(()) }
//! # fn check(system: &burnside_ir::System) -> Result<(), CompileError> {
//! let mut shape = Shape::probe(system);
//! loop {
//!     let machine = Machine::new(system, &shape, &[])?;
//!     match explore(&machine) {
//!         Ok(()) => break,
//!         Err(missing) => shape.widen(missing),
//!     }
//! }
//! # Ok(()) }
//! ```

mod bits;
mod chain;
mod code;
mod codec;
mod compile;
mod constants;
mod exec;
mod exec_rare;
mod explain;
mod layout;
mod machine;
mod moves;
mod scratch;
mod shape;
mod world;

pub use compile::CompileError;
pub use constants::Known;
pub use explain::{Explanation, GroupInfo};
pub use layout::{
    Cell, ChanLayout, Class, FieldInfo, Layout, Owner, SlotLayout, TemplateLayout, VarLayout,
};
pub use machine::Machine;
pub use scratch::Scratch;
pub use shape::Shape;
