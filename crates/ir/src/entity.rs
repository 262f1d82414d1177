//! Typed ids.
//!
//! *Idea:* every table of the IR is a `Vec` and every reference into it a newtyped `u32`, so that a
//! location cannot be used where a template is meant. *Source:* Cranelift's `entity` crate.
//! *Where we differ:* a plain `Vec` plus [`Id::index`] is enough here; there is no second map type.

/// A typed index into one of the IR's tables.
pub trait Id: Copy {
    /// The id of the `i`-th entry.
    fn new(i: usize) -> Self;
    /// The position in the table.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl Id for $name {
            fn new(i: usize) -> Self {
                $name(u32::try_from(i).expect("more than 2^32 entries in an IR table"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A process template (a Promela `proctype`).
    TemplateId = "template";
    /// A control location of one template.
    LocId = "loc";
    /// An edge of one template.
    EdgeId = "edge";
    /// A variable, global or of one template (see [`Scope`](crate::Scope)).
    VarId = "var";
    /// A channel declaration, global or of one template.
    ChanId = "chan";
    /// A sort: a set of interchangeable identifiers.
    SortId = "sort";
    /// An enumeration (a Promela `mtype`).
    EnumId = "enum";
    /// A parameter of a quantified edge.
    ParamId = "param";
}
