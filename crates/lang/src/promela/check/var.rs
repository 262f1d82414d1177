//! References to variables: what they stand for and whether they are complete.

use super::{Checker, Named};
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{Access, Ident, VarRef};
use crate::promela::resolved::{Builtin, SymbolId, SymbolKind, Type, VarUse};

/// How a reference is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Its value is read.
    Read,
    /// It is assigned to.
    Write,
    /// It is read as (part of) a message or an argument: a record stands for its fields.
    ReadMessage,
    /// It takes (part of) a message, or must match: a record stands for its fields, `_` and constants
    /// are fine.
    Pattern,
    /// The array or channel that a `for` runs over.
    Over,
    /// The running variable of a `for (m in q)`: may be a record.
    Running,
}

impl<'a> Checker<'a> {
    /// What a name stands for here.
    pub(super) fn lookup(&self, name: &str) -> Option<Named> {
        let local = self.place.iter().flat_map(|p| p.scopes.iter().rev()).find_map(|s| s.get(name));
        match local {
            Some(id) => Some(Named::Symbol(*id)),
            None => self.globals.get(name).map(|(named, _)| *named),
        }
    }

    /// Resolves a reference and keeps the result.
    pub(super) fn var_ref(&mut self, var: &'a VarRef, mode: Mode) -> Option<VarUse> {
        for access in std::iter::once(&var.head).chain(&var.fields) {
            if let Some(index) = &access.index {
                self.value(index);
                self.no_run(index, "an index");
            }
        }
        let symbol = self.find(&var.head.name)?;
        let found = self.follow(symbol, var, mode)?;
        self.res.uses.insert(var.id, found.clone());
        Some(found)
    }

    /// The symbol of a name, or an error that says what else it is.
    fn find(&mut self, name: &Ident) -> Option<SymbolId> {
        let text = &name.name;
        let (message, label) = match self.lookup(text) {
            Some(Named::Symbol(id)) => return Some(id),
            Some(Named::Record(_)) => (format!("`{text}` is a type"), "expected a variable"),
            Some(Named::Proctype) => (format!("`{text}` is a proctype"), "expected a variable"),
            Some(Named::Inline) => (format!("`{text}` is an inline"), "expected a variable"),
            None if &**text == "STDIN" => {
                ("reading from `STDIN` is not supported".to_owned(), "a check has no input")
            }
            None if self.broken.contains(text) => return None,
            None => (format!("`{text}` is not declared"), "not found here"),
        };
        let mut diagnostic = Diagnostic::error(message).at(name.span, label);
        if self.lookup(text).is_none() && &**text != "STDIN" {
            diagnostic = diagnostic.maybe_help(self.suggestion(text));
        }
        self.out.push(diagnostic);
        None
    }

    /// Checks indices and fields from a symbol on.
    pub(super) fn follow(&mut self, symbol: SymbolId, var: &VarRef, mode: Mode) -> Option<VarUse> {
        let name = &var.head.name;
        let (ty, size) = match &self.res.symbol(symbol).kind {
            SymbolKind::Variable(variable) => (variable.ty, variable.size),
            SymbolKind::MtypeValue { mtype, .. } => {
                let ty = Type::Mtype(*mtype);
                self.plain(var, "a constant")?;
                if matches!(mode, Mode::Write | Mode::Over | Mode::Running) {
                    let declared = self.res.symbol(symbol).span;
                    let mut diagnostic =
                        Diagnostic::error(format!("`{}` is a constant", name.name))
                            .at(var.span, "expected a variable");
                    if let Some(span) = declared {
                        diagnostic = diagnostic.also(span, "declared as a value of an mtype here");
                    }
                    self.out.push(diagnostic);
                    return None;
                }
                (ty, None)
            }
            SymbolKind::Builtin(builtin) => (self.builtin(*builtin, var, mode)?, None),
        };
        let mut fields = Vec::new();
        let mut current = (ty, self.index(&var.head, size, var.fields.is_empty(), mode)?);
        for (nth, access) in var.fields.iter().enumerate() {
            let Type::Record(record) = current.0 else {
                self.out.push(
                    Diagnostic::error(format!("a {} has no fields", self.res.type_name(current.0)))
                        .at(
                            access.name.span,
                            format!("`.{}` cannot follow here", access.name.name),
                        ),
                );
                return None;
            };
            let record = &self.res.records[record.index()];
            let Some(at) = record.fields.iter().position(|f| f.name == access.name.name) else {
                let near = nearest(&access.name.name, record.fields.iter().map(|f| &*f.name));
                self.out.push(
                    Diagnostic::error(format!(
                        "type `{}` has no field `{}`",
                        record.name, access.name.name
                    ))
                    .at(access.name.span, "no such field")
                    .also(record.span, "the type is declared here")
                    .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
                );
                return None;
            };
            let field = &record.fields[at];
            let (ty, size) = (field.ty, field.size);
            fields.push(u32::try_from(at).unwrap_or(u32::MAX));
            let last = nth + 1 == var.fields.len();
            current = (ty, self.index(access, size, last, mode)?);
        }
        let (ty, whole_array) = current;
        self.complete(var, ty, mode)?;
        Some(VarUse { symbol, fields, ty, whole_array })
    }

    /// Complains about an index or field on something that has none.
    fn plain(&mut self, var: &VarRef, what: &str) -> Option<()> {
        if var.head.index.is_none() && var.fields.is_empty() {
            return Some(());
        }
        self.out.push(
            Diagnostic::error(format!("`{}` is {what}", var.head.name.name))
                .at(var.span, "it has neither index nor fields"),
        );
        None
    }

    fn builtin(&mut self, builtin: Builtin, var: &VarRef, mode: Mode) -> Option<Type> {
        self.plain(var, "predefined")?;
        let name = &var.head.name.name;
        let writes = matches!(mode, Mode::Write | Mode::Over | Mode::Running);
        match builtin {
            Builtin::Ignore if mode == Mode::Read || mode == Mode::ReadMessage => {
                self.out.push(
                    Diagnostic::error("`_` cannot be read")
                        .at(var.span, "it only takes values and forgets them"),
                );
                return None;
            }
            Builtin::Pid | Builtin::Last | Builtin::ProcessCount if writes => {
                self.out.push(
                    Diagnostic::error(format!("`{name}` cannot be assigned to"))
                        .at(var.span, "its value is set by the system"),
                );
                return None;
            }
            Builtin::Pid | Builtin::Priority if self.place.is_none() => {
                self.out.push(
                    Diagnostic::error(format!("`{name}` has no meaning here"))
                        .at(var.span, "not inside a process"),
                );
                return None;
            }
            _ => {}
        }
        Some(match builtin {
            Builtin::Pid | Builtin::Last => Type::Pid,
            Builtin::Priority => Type::Byte,
            Builtin::Ignore | Builtin::ProcessCount => Type::Int,
        })
    }

    /// Checks the index of one access. Gives the number of elements if the whole array is meant.
    fn index(
        &mut self,
        access: &Access,
        size: Option<u32>,
        last: bool,
        mode: Mode,
    ) -> Option<Option<u32>> {
        let name = &access.name;
        match (size, &access.index) {
            (None, None) => Some(None),
            (Some(size), Some(index)) => {
                let outside = |v| u32::try_from(v).map_or(true, |v: u32| v >= size);
                if self.known_value(index).is_some_and(outside) {
                    let most = size - 1;
                    self.out.push(
                        Diagnostic::warning(format!("index out of range in `{}`", name.name))
                            .at(index.span, format!("the indices of this array are 0 to {most}")),
                    );
                }
                Some(None)
            }
            (Some(size), None) => {
                if last && mode == Mode::Over {
                    return Some(Some(size));
                }
                self.out.push(
                    Diagnostic::error(format!("`{}` is an array and needs an index", name.name))
                        .at(name.span.after(), "expected `[index]`")
                        .help(format!("for instance `{}[0]`", name.name)),
                );
                None
            }
            (None, Some(index)) => {
                if self.known_value(index) == Some(0) {
                    self.out.push(
                        Diagnostic::warning(format!("`{}` is not an array", name.name))
                            .at(index.span, "the index 0 is ignored"),
                    );
                    return Some(None);
                }
                self.out.push(
                    Diagnostic::error(format!("`{}` is not an array", name.name))
                        .at(index.span, "it cannot have an index"),
                );
                None
            }
        }
    }

    /// Complains about a record where a simple value is needed.
    fn complete(&mut self, var: &VarRef, ty: Type, mode: Mode) -> Option<()> {
        let Type::Record(id) = ty else { return Some(()) };
        if matches!(mode, Mode::ReadMessage | Mode::Pattern | Mode::Running) {
            return Some(());
        }
        let record = &self.res.records[id.index()];
        let example = record.fields.first().map(|f| {
            let text: Vec<&str> =
                std::iter::once(&var.head).chain(&var.fields).map(|a| &*a.name.name).collect();
            format!("name a field, for instance `{}.{}`", text.join("."), f.name)
        });
        self.out.push(
            Diagnostic::error(format!(
                "a record of type `{}` cannot be used as a whole here",
                record.name
            ))
            .at(var.span, "expected a simple value")
            .maybe_help(example),
        );
        None
    }
}
