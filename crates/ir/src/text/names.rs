//! Which name stands for which entry of a table, for both directions.

use super::operators::RESERVED;
use crate::entity::Id;
use crate::system::{Loc, System, Template};
use std::collections::HashMap;
use std::fmt::Write;

/// The names in one table.
pub(super) struct Table<'s> {
    /// The name by which each entry is referred to, if it has one.
    shown: Vec<Option<&'s str>>,
    /// The entries that have a name.
    ids: HashMap<&'s str, Vec<u32>>,
}

impl<'s> Table<'s> {
    /// A table whose entries have one name each.
    pub(super) fn new(names: impl Iterator<Item = &'s str>) -> Self {
        let mut table = Table { shown: Vec::new(), ids: HashMap::new() };
        for (name, id) in names.zip(0..) {
            table.shown.push(Some(name));
            table.ids.entry(name).or_default().push(id);
        }
        table
    }

    /// The labels of locations: any number each. One that is unique stands for its location.
    fn of_locs(locs: &'s [Loc]) -> Self {
        let mut table = Table { shown: Vec::new(), ids: HashMap::new() };
        for (loc, id) in locs.iter().zip(0..) {
            for label in &loc.labels {
                let ids = table.ids.entry(label).or_default();
                if ids.last() != Some(&id) {
                    ids.push(id);
                }
            }
        }
        let unique = |label: &&'s str| table.ids[label].len() == 1;
        let labels = |loc: &'s Loc| loc.labels.iter().map(String::as_str);
        table.shown = locs.iter().map(|loc| labels(loc).find(unique)).collect();
        table
    }

    /// Does an entry have this name?
    pub(super) fn contains(&self, name: &str) -> bool {
        self.ids.contains_key(name)
    }

    /// The name by which an entry is referred to.
    pub(super) fn name(&self, id: impl Id) -> Option<&'s str> {
        self.shown.get(id.index()).copied().flatten()
    }

    /// How an entry is referred to: by its name, by name and id, or by its id alone.
    pub(super) fn reference(&self, id: impl Id) -> String {
        match self.name(id) {
            None => format!("#{}", id.index()),
            Some(name) if self.ids[name].len() == 1 => operand(name),
            Some(name) => format!("{}#{}", operand(name), id.index()),
        }
    }

    /// The entry that is referred to, or what is wrong with the reference.
    pub(super) fn resolve(&self, what: &str, r: &Ref) -> Result<u32, String> {
        let Some(name) = r.name.as_deref() else {
            return Ok(r.id.expect("a reference has a name or an id"));
        };
        match (self.ids.get(name).map(Vec::as_slice), r.id) {
            (None, _) => Err(format!("there is no {what} `{name}`")),
            (Some(ids), Some(id)) if ids.contains(&id) => Ok(id),
            (Some(_), Some(id)) => Err(format!("{what} {id} is not called `{name}`")),
            (Some([id]), None) => Ok(*id),
            (Some(ids), None) => {
                let all: Vec<String> = ids.iter().map(|id| format!("`{name}#{id}`")).collect();
                Err(format!("which {what} `{name}`? write {}", all.join(" or ")))
            }
        }
    }
}

/// A reference as it is written: a name, an id, or both.
#[derive(Clone, Debug)]
pub(super) struct Ref {
    /// The name.
    pub(super) name: Option<String>,
    /// The id.
    pub(super) id: Option<u32>,
    /// The token it begins with.
    pub(super) at: usize,
}

/// The names of a system.
pub(super) struct Names<'s> {
    pub(super) enums: Table<'s>,
    pub(super) sorts: Table<'s>,
    pub(super) globals: Table<'s>,
    pub(super) chans: Table<'s>,
    pub(super) templates: Table<'s>,
    /// The names in each template.
    pub(super) within: Vec<Inner<'s>>,
}

/// The names of a template.
pub(super) struct Inner<'s> {
    pub(super) vars: Table<'s>,
    pub(super) chans: Table<'s>,
    pub(super) locs: Table<'s>,
}

impl<'s> Names<'s> {
    /// All names of a system.
    pub(super) fn of(system: &'s System) -> Self {
        let within = |t: &'s Template| Inner {
            vars: Table::new(t.vars.iter().map(|v| v.name.as_str())),
            chans: Table::new(t.chans.iter().map(|c| c.name.as_str())),
            locs: Table::of_locs(&t.locs),
        };
        Names {
            enums: Table::new(system.enums.iter().map(|e| e.name.as_str())),
            sorts: Table::new(system.sorts.iter().map(|s| s.name.as_str())),
            globals: Table::new(system.globals.iter().map(|v| v.name.as_str())),
            chans: Table::new(system.chans.iter().map(|c| c.name.as_str())),
            templates: Table::new(system.templates.iter().map(|t| t.name.as_str())),
            within: system.templates.iter().map(within).collect(),
        }
    }
}

/// How long the identifier at the beginning of a text is. A dot belongs to it only before a letter,
/// a digit or an underscore.
pub(super) fn identifier_len(text: &str) -> usize {
    let inner = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !text.starts_with(|c: char| inner(c) && !c.is_ascii_digit()) {
        return 0;
    }
    let mut len = 0;
    loop {
        len += text[len..].find(|c| !inner(c)).unwrap_or(text.len() - len);
        match text[len..].strip_prefix('.') {
            Some(rest) if rest.starts_with(inner) => len += 1,
            _ => return len,
        }
    }
}

/// A name where it is declared: in backquotes unless it is an identifier.
pub(super) fn declared(name: &str) -> String {
    if !name.is_empty() && identifier_len(name) == name.len() {
        name.into()
    } else {
        quoted(name, '`')
    }
}

/// A name where it is used: in backquotes also if it is a word of the language.
pub(super) fn operand(name: &str) -> String {
    if RESERVED.contains(&name) { quoted(name, '`') } else { declared(name) }
}

/// A text between quotes, with what would end it or spoil the line escaped.
pub(super) fn quoted(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}
