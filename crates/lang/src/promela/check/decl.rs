//! Declarations: variables, parameters, channels, typedefs, mtypes.

use std::sync::Arc;

use super::{Checker, Named};
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{
    ChanInit, Decl, Expr, Initialiser, MtypeDecl, NodeId, TypeKind, TypeRef, Typedef, VarDecl,
    Visibility,
};
use crate::promela::resolved::{
    ChanShape, Field, Record, RecordId, SymbolId, SymbolKind, Type, Variable,
};
use crate::source::Span;

/// A message may have so many fields after records have been taken apart.
const MOST_FIELDS: u64 = 1000;
/// Records may be nested so deep.
const DEEPEST_RECORD: usize = 100;
const LARGEST_ARRAY: i32 = 65535;
/// A variable may have so many simple values in all.
const LARGEST_VARIABLE: u64 = 1_000_000;
/// The names one mtype can have: its values fill a byte, and 0 is none of them.
const MOST_MTYPE: usize = 255;

/// What is known of a record, summed up when it is declared so that no question walks its fields again
/// (there may be exponentially many).
#[derive(Clone, Copy, Default)]
pub(super) struct RecordFacts {
    /// How many simple values it holds.
    length: u64,
    /// How deep records are nested in it.
    depth: usize,
    has_array: bool,
    has_record_array: bool,
}

impl<'a> Checker<'a> {
    /// Variables at top level or in a body.
    pub(super) fn declare(&mut self, decl: &'a Decl) {
        for var in &decl.vars {
            let ty = self.type_of(&decl.ty, var);
            let size = self.size_of(var);
            self.visibility(decl, var, ty);
            let channel = self.initialiser(var, ty, size.is_some(), false);
            if ty.is_none() {
                self.broken.insert(Arc::clone(&var.name.name));
            }
            if let Some(ty) = ty {
                let body = self.place.as_ref().map(|p| p.body);
                let at_start =
                    self.place.as_ref().is_none_or(|p| !p.started && p.scopes.len() == 1);
                let id = self.add_variable(var, |decl_id| Variable {
                    ty,
                    size,
                    body,
                    param: false,
                    visibility: decl.visibility,
                    decl: decl_id,
                    at_start,
                    channel,
                });
                if let (Some(id), None, Some(Initialiser::Expr(value))) = (id, size, &var.init)
                    && let Some(value) = self.known_value(value)
                {
                    self.initial.insert(id, value);
                }
            }
        }
    }

    /// Parameters of a proctype.
    pub(super) fn declare_params(&mut self, params: &'a [Decl]) -> Vec<SymbolId> {
        let mut ids = Vec::new();
        for decl in params {
            for var in &decl.vars {
                let ty = self.type_of(&decl.ty, var);
                if let Some(size) = &var.size {
                    self.out.push(
                        Diagnostic::error(format!("parameter `{}` is an array", var.name.name))
                            .at(size.span, "a parameter cannot be an array")
                            .help("put the array in a global variable"),
                    );
                }
                if var.init.is_some() {
                    self.out.push(
                        Diagnostic::error(format!(
                            "parameter `{}` has an initial value",
                            var.name.name
                        ))
                        .at(var.span, "the value of a parameter comes from `run`"),
                    );
                }
                self.visibility(decl, var, ty);
                let Some(ty) = ty else {
                    self.broken.insert(Arc::clone(&var.name.name));
                    continue;
                };
                if let Type::Record(id) = ty
                    && self.facts[id.index()].has_array
                {
                    self.out.push(
                        Diagnostic::error(format!(
                            "parameter `{}` contains an array",
                            var.name.name
                        ))
                        .at(var.span, "a parameter cannot contain an array"),
                    );
                }
                let body = self.place.as_ref().map(|p| p.body);
                let id = self.add_variable(var, |decl_id| Variable {
                    ty,
                    size: None,
                    body,
                    param: true,
                    visibility: decl.visibility,
                    decl: decl_id,
                    at_start: true,
                    channel: None,
                });
                ids.extend(id);
            }
        }
        ids
    }

    fn add_variable(
        &mut self,
        var: &VarDecl,
        make: impl FnOnce(NodeId) -> Variable,
    ) -> Option<SymbolId> {
        if self.is_taken(&var.name) {
            return None;
        }
        let variable = make(var.id);
        let length = self.flat_length(variable.ty, variable.size);
        if length > LARGEST_VARIABLE {
            self.out.push(
                Diagnostic::error(format!("`{}` is too large", var.name.name)).at(
                    var.span,
                    format!("{length} values, at most {LARGEST_VARIABLE} are possible"),
                ),
            );
            self.broken.insert(Arc::clone(&var.name.name));
            return None;
        }
        let name = Arc::clone(&var.name.name);
        let kind = SymbolKind::Variable(variable);
        let id = self.add_symbol(Arc::clone(&name), Some(var.name.span), kind);
        self.res.declared.insert(var.id, id);
        match &mut self.place {
            Some(place) => {
                let body = place.body;
                if let Some(scope) = place.scopes.last_mut() {
                    scope.insert(name, id);
                }
                self.res.bodies[body.index()].locals.push(id);
            }
            None => {
                self.globals.insert(name, (Named::Symbol(id), Some(var.name.span)));
            }
        }
        Some(id)
    }

    /// The type of a variable declared with `ty`.
    fn type_of(&mut self, ty: &'a TypeRef, var: &'a VarDecl) -> Option<Type> {
        let base = self.type_named(ty)?;
        match (&base, &var.width) {
            (Type::Unsigned(_), Some(width)) => {
                let value = self.constant(width, "a width")?;
                match u8::try_from(value).ok().filter(|w| (1..32).contains(w)) {
                    Some(width) => Some(Type::Unsigned(width)),
                    None => {
                        self.out.push(
                            Diagnostic::error(format!(
                                "`{}` cannot be {value} bits wide",
                                var.name.name
                            ))
                            .at(width.span, "expected a width from 1 to 31"),
                        );
                        None
                    }
                }
            }
            (Type::Unsigned(_), None) => {
                self.out.push(
                    Diagnostic::error(format!("`{}` has no width", var.name.name))
                        .at(var.name.span.after(), "expected `: width` behind the name")
                        .help(format!("for instance `unsigned {} : 5`", var.name.name)),
                );
                None
            }
            (_, Some(width)) => {
                self.out.push(
                    Diagnostic::error(format!("`{}` cannot have a width", var.name.name))
                        .at(width.span, "only an `unsigned` has a width")
                        .also(ty.span, "declared with this type"),
                );
                None
            }
            (_, None) => Some(base),
        }
    }

    /// A type by its name (`Unsigned(0)` where the width is still to come).
    fn type_named(&mut self, ty: &TypeRef) -> Option<Type> {
        Some(match &ty.kind {
            TypeKind::Bit => Type::Bit,
            TypeKind::Bool => Type::Bool,
            TypeKind::Byte => Type::Byte,
            TypeKind::Pid => Type::Pid,
            TypeKind::Short => Type::Short,
            TypeKind::Int => Type::Int,
            TypeKind::Unsigned => Type::Unsigned(0),
            TypeKind::Chan => Type::Chan,
            TypeKind::Mtype(name) => Type::Mtype(self.mtype_named(name.as_ref())),
            TypeKind::User(name) => match self.globals.get(&name.name) {
                Some((Named::Record(id), _)) => Type::Record(*id),
                None if self.broken.contains(&name.name) => return None,
                found => {
                    let known = self.res.records.iter().map(|r| &*r.name);
                    let basic = ["bit", "bool", "byte", "pid", "short", "int", "unsigned", "chan"];
                    let others = ["mtype", "goto", "run", "assert", "typedef", "inline", "active"];
                    let known = known.chain(basic).chain(others);
                    let help = nearest(&name.name, known).map(|n| format!("did you mean `{n}`?"));
                    let mut diagnostic =
                        Diagnostic::error(format!("there is no type `{}`", name.name))
                            .at(name.span, "expected a type")
                            .maybe_help(help);
                    if let Some((_, Some(span))) = found {
                        diagnostic = diagnostic.also(*span, "this is not a type");
                    }
                    self.out.push(diagnostic);
                    return None;
                }
            },
        })
    }

    /// The number of elements of an array; `Some(1)` where it is wrong.
    fn size_of(&mut self, var: &'a VarDecl) -> Option<u32> {
        let size = var.size.as_ref()?;
        let value = self.constant(size, "the size of an array").unwrap_or(1);
        if !(1..=LARGEST_ARRAY).contains(&value) {
            self.out.push(
                Diagnostic::error(format!(
                    "array `{}` cannot have {value} elements",
                    var.name.name
                ))
                .at(size.span, format!("expected a size from 1 to {LARGEST_ARRAY}")),
            );
        }
        Some(u32::try_from(value.clamp(1, LARGEST_ARRAY)).unwrap_or(1))
    }

    fn visibility(&mut self, decl: &Decl, var: &VarDecl, ty: Option<Type>) {
        if decl.visibility != Some(Visibility::Hidden) {
            return;
        }
        let reason = match ty {
            Some(Type::Bit | Type::Bool) => "a bit cannot be hidden",
            Some(Type::Chan) => "a channel cannot be hidden",
            _ if self.place.is_some() => "only a global variable can be hidden",
            _ => return,
        };
        self.out.push(
            Diagnostic::error(format!("`{}` cannot be hidden", var.name.name))
                .at(var.name.span, reason),
        );
    }

    /// Checks what a variable starts as; gives the channel it makes.
    fn initialiser(
        &mut self,
        var: &'a VarDecl,
        ty: Option<Type>,
        array: bool,
        field: bool,
    ) -> Option<NodeId> {
        let late = !field && self.place.as_ref().is_some_and(|p| p.started || p.scopes.len() > 1);
        let name = &var.name.name;
        match var.init.as_ref()? {
            Initialiser::Expr(value) => {
                self.scalar_init(var, value, ty);
                if late && array {
                    self.out.push(
                        Diagnostic::warning(format!(
                            "array `{name}` may not get its initial value here"
                        ))
                        .at(var.span, "declared behind a statement or in a block")
                        .help("declare it at the start of the process"),
                    );
                }
            }
            Initialiser::List(values, span) => {
                for value in values {
                    self.constant(value, "an element of an initialiser");
                }
                if !array {
                    self.out.push(
                        Diagnostic::error(format!("`{name}` is not an array"))
                            .at(*span, "a list can only initialise an array"),
                    );
                } else if late {
                    self.out.push(
                        Diagnostic::error(format!("array `{name}` cannot be initialised here"))
                            .at(*span, "a list can only be used at the start of the process"),
                    );
                } else if let Some(Some(size)) = var.size.as_ref().map(|s| self.res.constant(s.id))
                    && usize::try_from(size).is_ok_and(|size| values.len() > size)
                {
                    self.out.push(
                        Diagnostic::warning(format!("too many values for array `{name}`"))
                            .at(*span, format!("{} values for {size} elements", values.len()))
                            .note("the superfluous ones are ignored, as in SPIN"),
                    );
                }
            }
            Initialiser::Chan(init) => {
                self.channel(init);
                if ty.is_some_and(|t| t != Type::Chan) {
                    self.out.push(
                        Diagnostic::error(format!("`{name}` is not a channel"))
                            .at(init.span, "only a `chan` can be initialised so"),
                    );
                } else if late {
                    self.out.push(
                        Diagnostic::error(format!("channel `{name}` cannot be made here"))
                            .at(init.span, "declared behind a statement or in a block")
                            .help("declare it at the start of the process"),
                    );
                }
                return Some(init.id);
            }
        }
        None
    }

    fn scalar_init(&mut self, var: &'a VarDecl, value: &'a Expr, ty: Option<Type>) {
        let name = &var.name.name;
        let given = self.value(value);
        self.no_run(value, "the initial value of a variable");
        match ty {
            Some(Type::Record(_)) => self.out.push(
                Diagnostic::error(format!("record `{name}` cannot be initialised as a whole"))
                    .at(value.span, "initialise its fields, in the typedef"),
            ),
            Some(ty) => self.assignable(name, ty, value, given),
            None => {}
        }
    }

    fn channel(&mut self, init: &'a ChanInit) {
        let capacity = self.constant(&init.capacity, "the capacity of a channel").unwrap_or(0);
        let capacity = match u32::try_from(capacity).ok().filter(|c| *c <= 65535) {
            Some(capacity) => capacity,
            None => {
                self.out.push(
                    Diagnostic::error(format!("a channel cannot hold {capacity} messages"))
                        .at(init.capacity.span, "expected a number from 0 to 65535"),
                );
                0
            }
        };
        let mut fields = Vec::new();
        for field in &init.fields {
            match self.type_named(field) {
                Some(Type::Unsigned(_)) => self.out.push(
                    Diagnostic::error("`unsigned` cannot be the type of a message field")
                        .at(field.span, "expected a type without a width")
                        .help("use `byte`, `short` or `int`"),
                ),
                Some(Type::Record(id)) if !self.fits_message(id, field.span) => {}
                Some(ty) => fields.push(ty),
                None => {}
            }
        }
        let flat = fields.iter().flat_map(|ty| self.res.flatten(*ty, None)).collect();
        self.res.channels.insert(init.id, ChanShape { capacity, fields, flat });
    }

    /// Can a record be sent? Not if it has arrays of records, nor if it is huge.
    pub(super) fn fits_message(&mut self, id: RecordId, span: Span) -> bool {
        if self.facts[id.index()].has_record_array {
            self.out.push(
                Diagnostic::error(format!(
                    "`{}` has an array of records and cannot be sent",
                    self.res.records[id.index()].name
                ))
                .at(span, "records in a message may contain arrays of simple types only"),
            );
            return false;
        }
        let length = self.flat_length(Type::Record(id), None);
        if length > MOST_FIELDS {
            self.out.push(
                Diagnostic::error("this message is too long")
                    .at(span, format!("{length} fields, at most {MOST_FIELDS} are possible")),
            );
            return false;
        }
        true
    }

    /// How many simple values a type has, without writing them down.
    pub(super) fn flat_length(&self, ty: Type, size: Option<u32>) -> u64 {
        let one = match ty {
            Type::Record(id) => self.facts[id.index()].length,
            _ => 1,
        };
        one.saturating_mul(u64::from(size.unwrap_or(1)))
    }

    /// Sums up the fields of a record.
    fn facts_of(&self, fields: &[Field]) -> RecordFacts {
        let mut facts = RecordFacts::default();
        for field in fields {
            facts.length = facts.length.saturating_add(self.flat_length(field.ty, field.size));
            facts.has_array |= field.size.is_some();
            if let Type::Record(inner) = field.ty {
                let inner = self.facts[inner.index()];
                facts.depth = facts.depth.max(inner.depth + 1);
                facts.has_array |= inner.has_array;
                facts.has_record_array |= field.size.is_some() || inner.has_record_array;
            }
        }
        facts
    }

    pub(super) fn typedef(&mut self, item: usize, typedef: &'a Typedef) {
        let id = RecordId(u32::try_from(self.res.records.len()).unwrap_or(u32::MAX));
        let mut fields: Vec<Field> = Vec::new();
        for decl in &typedef.fields {
            for var in &decl.vars {
                if let TypeKind::User(name) = &decl.ty.kind
                    && name.name == typedef.name.name
                {
                    self.out.push(
                        Diagnostic::error(format!("type `{}` contains itself", name.name))
                            .at(name.span, "a record cannot be a field of itself")
                            .also(typedef.name.span, "of this type"),
                    );
                    continue;
                }
                let ty = self.type_of(&decl.ty, var);
                let size = self.size_of(var);
                let channel = self.initialiser(var, ty, size.is_some(), true);
                if let Some(before) = fields.iter().find(|f| f.name == var.name.name) {
                    self.out.push(
                        Diagnostic::error(format!("field `{}` is declared twice", var.name.name))
                            .at(var.name.span, "declared again here")
                            .also(before.span, "first declared here"),
                    );
                    continue;
                }
                let Some(ty) = ty else { continue };
                fields.push(Field {
                    name: Arc::clone(&var.name.name),
                    span: var.name.span,
                    ty,
                    size,
                    decl: var.id,
                    channel,
                });
            }
        }
        let facts = self.facts_of(&fields);
        if facts.depth > DEEPEST_RECORD {
            self.out.push(
                Diagnostic::error("records are nested too deeply")
                    .at(typedef.name.span, format!("more than {DEEPEST_RECORD} levels")),
            );
            self.broken.insert(Arc::clone(&typedef.name.name));
            return;
        }
        if self.claim_name(&typedef.name, Named::Record(id)) {
            let (name, span) = (Arc::clone(&typedef.name.name), typedef.name.span);
            self.res.records.push(Record { name, span, item, fields });
            self.facts.push(facts);
        }
    }

    /// The names of an mtype: the last of a list gets the lowest new number.
    pub(super) fn mtype(&mut self, decl: &'a MtypeDecl) {
        let mtype = self.mtype_named(decl.subtype.as_ref());
        let mut new = Vec::new();
        for name in decl.names.iter().rev() {
            if new.iter().any(|(n, _): &(Arc<str>, Span)| *n == name.name) {
                self.out.push(
                    Diagnostic::error(format!("`{}` appears twice in an mtype", name.name))
                        .at(name.span, "one of several"),
                );
            } else if !self.is_taken(name) {
                new.push((Arc::clone(&name.name), name.span));
            }
        }
        let before = self.res.mtypes[mtype.index()].values.len();
        if before + new.len() > MOST_MTYPE {
            self.out.push(
                Diagnostic::error(format!("an mtype can have at most {MOST_MTYPE} names"))
                    .at(decl.span, format!("{} with these", before + new.len())),
            );
            new.truncate(MOST_MTYPE.saturating_sub(before));
        }
        let mut numbered = Vec::new();
        for (name, span) in new {
            let values = &mut self.res.mtypes[mtype.index()].values;
            values.push(Arc::clone(&name));
            let value = u8::try_from(values.len()).unwrap_or(u8::MAX);
            numbered.push((name, span, value));
        }
        // Symbols are numbered in the order of the text, values from its end.
        for (name, span, value) in numbered.into_iter().rev() {
            let kind = SymbolKind::MtypeValue { mtype, value };
            let id = self.add_symbol(Arc::clone(&name), Some(span), kind);
            self.globals.insert(name, (Named::Symbol(id), Some(span)));
        }
    }
}
