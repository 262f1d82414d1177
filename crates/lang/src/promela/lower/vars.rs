//! Variables and channels.
//!
//! *Idea:* a variable of a record type becomes one IR variable per scalar field, with the dimensions of
//! all arrays on the way; a channel declaration becomes as many channels as the variable has cells.

use std::collections::HashMap;

use burnside_ir as ir;
use burnside_ir::Id;

use super::{Lower, Owner};
use crate::promela::ast::{
    Decl, Expr, ExprKind, Initialiser, Item, NodeId, Program, Stmt, StmtKind, VarDecl, Visibility,
};
use crate::promela::resolved::{Builtin, Resolved, SymbolId, SymbolKind, Type, Variable};
use crate::promela::visit::{self, Visitor};

/// All declarations of variables and fields, by id.
pub(super) fn declarations(program: &Program) -> HashMap<NodeId, &VarDecl> {
    struct Collect<'a>(HashMap<NodeId, &'a VarDecl>);
    impl<'a> Visitor<'a> for Collect<'a> {
        fn decl(&mut self, decl: &'a Decl) {
            self.0.extend(decl.vars.iter().map(|v| (v.id, v)));
        }
    }
    let mut collect = Collect(HashMap::new());
    visit::program(program, &mut collect);
    collect.0
}

/// Does the program mention priorities? Then processes are scheduled by them.
pub(super) fn uses_priorities(program: &Program, resolved: &Resolved) -> bool {
    struct Find<'r>(&'r Resolved, bool);
    impl<'a> Visitor<'a> for Find<'_> {
        fn expr(&mut self, e: &'a Expr) {
            self.1 |= match &e.kind {
                ExprKind::GetPriority(_) | ExprKind::Run { priority: Some(_), .. } => true,
                ExprKind::Var(r) => self.0.var(r).is_some_and(|u| {
                    let symbol = self.0.symbol(u.symbol);
                    matches!(symbol.kind, SymbolKind::Builtin(Builtin::Priority))
                }),
                _ => false,
            };
        }
        fn stmt(&mut self, s: &'a Stmt) {
            self.1 |= matches!(s.kind, StmtKind::SetPriority { .. });
        }
    }
    let mut find = Find(resolved, false);
    visit::program(program, &mut find);
    let declared = |item: &Item| match item {
        Item::Proctype(p) => p.priority.is_some(),
        Item::Init(i) => i.priority.is_some(),
        _ => false,
    };
    find.1 || program.items.iter().any(declared)
}

/// One scalar part of a variable.
struct Part {
    /// The field numbers that lead to it.
    path: Vec<u32>,
    name: String,
    ty: Type,
    dims: Vec<ir::Dim>,
    /// It is itself declared as an array, not only inside one.
    is_array: bool,
    /// What declares it: the variable itself, or a field of a record.
    decl: NodeId,
    /// The channel it is declared with.
    channel: Option<NodeId>,
}

impl Part {
    /// The type of a cell. SPIN keeps the bits of an array in bytes, and does not cut them off.
    fn cell_type(&self) -> ir::Type {
        match self.ty {
            Type::Bit | Type::Bool if self.is_array => ir::Type::BYTE,
            ty => ir_type(ty),
        }
    }
}

impl<'a> Lower<'a> {
    /// Declares all global variables and those of all processes, in the order of declaration.
    pub(super) fn declare_variables(&mut self) {
        for i in 0..self.resolved.symbols.len() {
            let id = SymbolId(i as u32);
            let Some(var) = self.resolved.variable(id) else { continue };
            let owner = match var.body {
                None => Owner::Global,
                Some(body) => match self.templates.get(&body) {
                    Some(template) => Owner::Process(*template),
                    None => continue, // of a claim
                },
            };
            self.declare(id, var, owner);
        }
    }

    fn declare(&mut self, id: SymbolId, var: &'a Variable, owner: Owner) {
        let mut parts = Vec::new();
        let whole = Part {
            path: Vec::new(),
            name: self.resolved.symbol(id).name.to_string(),
            ty: var.ty,
            dims: var.size.iter().map(|n| ir::Dim { len: *n, sort: None }).collect(),
            is_array: var.size.is_some(),
            decl: var.decl,
            channel: var.channel,
        };
        self.take_apart(whole, &mut parts);
        for part in parts {
            let init = self.initial_value(var, &part, owner);
            let name = self.unique_name(owner, &part.name);
            let shown = var.visibility != Some(Visibility::Hidden);
            let ty = part.cell_type();
            let vars = match owner {
                Owner::Global => &mut self.system.globals,
                Owner::Process(t) => {
                    let t = &mut self.system.templates[t.index()];
                    t.params += usize::from(var.param);
                    &mut t.vars
                }
            };
            vars.push(ir::Var { name, ty, dims: part.dims, init, shown });
            let var_id = ir::VarId::new(vars.len() - 1);
            if owner == Owner::Global && !shown {
                self.hidden.push(var_id);
            }
            self.parts.insert((id, part.path), var_id);
        }
    }

    /// Splits records into their fields.
    fn take_apart(&self, part: Part, out: &mut Vec<Part>) {
        let Type::Record(record) = part.ty else {
            out.push(part);
            return;
        };
        for (i, field) in self.resolved.records[record.index()].fields.iter().enumerate() {
            let mut path = part.path.clone();
            path.push(i as u32);
            let mut dims = part.dims.clone();
            dims.extend(field.size.iter().map(|n| ir::Dim { len: *n, sort: None }));
            let name = format!("{}.{}", part.name, field.name);
            let (ty, decl, channel) = (field.ty, field.decl, field.channel);
            let is_array = field.size.is_some();
            self.take_apart(Part { path, name, ty, dims, is_array, decl, channel }, out);
        }
    }

    /// Two variables of one process may have the same name if they live in different blocks.
    fn unique_name(&self, owner: Owner, name: &str) -> String {
        let vars = match owner {
            Owner::Global => &self.system.globals,
            Owner::Process(t) => &self.system.template(t).vars,
        };
        let taken = |n: &str| vars.iter().any(|v| v.name == n);
        let numbered = (2..).map(|i| format!("{name}#{i}"));
        std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|n| !taken(n))
            .expect("infinitely many")
    }

    fn initial_value(&mut self, var: &Variable, part: &Part, owner: Owner) -> ir::Init {
        if let Some(chan) = part.channel {
            return self.add_channels(chan, part, owner);
        }
        let is_field = !part.path.is_empty();
        let declared = self.decls.get(&part.decl).and_then(|d| d.init.as_ref());
        match declared {
            // A scalar declared behind a statement is set there.
            Some(Initialiser::Expr(e)) if var.at_start || is_field || var.size.is_some() => {
                ir::Init::Expr(self.context().expr(e))
            }
            Some(Initialiser::List(values, _)) => {
                let constant = |e: &'a Expr| {
                    let value = self.context().expr(e);
                    match ir::simplify::fold_expr(value) {
                        ir::Expr::Int(v) => v,
                        _ => 0, // checked: the list holds constants
                    }
                };
                ir::Init::Cells(values.iter().map(constant).collect())
            }
            _ => ir::Init::Cells(vec![0]),
        }
    }

    fn add_channels(&mut self, chan: NodeId, part: &Part, owner: Owner) -> ir::Init {
        let shape = self.resolved.channel(chan).expect("checked: the channel has a shape");
        let fields: Vec<ir::Type> = shape.flat.iter().map(|ty| ir_type(*ty)).collect();
        let chans = match owner {
            Owner::Global => &mut self.system.chans,
            Owner::Process(t) => &mut self.system.templates[t.index()].chans,
        };
        let first = ir::ChanId::new(chans.len());
        let cells: u32 = part.dims.iter().map(|d| d.len).product();
        for i in 0..cells {
            let name = match part.dims.is_empty() {
                true => part.name.clone(),
                false => format!("{}[{i}]", part.name),
            };
            let fields = fields.clone();
            chans.push(ir::Channel { name, capacity: shape.capacity, fields });
        }
        ir::Init::Chans(first)
    }

    /// The IR variable of a symbol's scalar part.
    pub(super) fn variable(&self, symbol: SymbolId, path: &[u32]) -> (ir::Scope, ir::VarId) {
        (self.scope(symbol), self.parts[&(symbol, path.to_vec())])
    }

    pub(super) fn scope(&self, symbol: SymbolId) -> ir::Scope {
        let var = self.resolved.variable(symbol).expect("the symbol is a variable");
        if var.body.is_none() { ir::Scope::Global } else { ir::Scope::Own }
    }

    /// The declaration of an IR variable that belongs to a symbol.
    pub(super) fn var_of(&self, symbol: SymbolId, id: ir::VarId) -> &ir::Var {
        let body = self.resolved.variable(symbol).and_then(|v| v.body);
        match body.and_then(|b| self.templates.get(&b)) {
            None => self.system.global(id),
            Some(t) => self.system.template(*t).var(id),
        }
    }

    /// The scalar parts of a symbol below a path, in order.
    pub(super) fn parts_below(&self, symbol: SymbolId, path: &[u32]) -> Vec<ir::VarId> {
        let below = |(s, p): &&(SymbolId, Vec<u32>)| *s == symbol && p.starts_with(path);
        let mut keys: Vec<&(SymbolId, Vec<u32>)> = self.parts.keys().filter(below).collect();
        keys.sort();
        keys.into_iter().map(|k| self.parts[k]).collect()
    }

    /// A counter for a `for` over the messages of a channel.
    pub(super) fn fresh_counter(&mut self, owner: Owner) -> ir::Place {
        let name = self.unique_name(owner, "_for");
        let var = ir::Var {
            name,
            ty: ir::Type::BYTE,
            dims: Vec::new(),
            init: ir::Init::Cells(vec![0]),
            shown: false,
        };
        let Owner::Process(t) = owner else { unreachable!("statements belong to processes") };
        let vars = &mut self.system.templates[t.index()].vars;
        vars.push(var);
        ir::Place::own(ir::VarId::new(vars.len() - 1))
    }
}

/// The IR's type for a scalar.
fn ir_type(ty: Type) -> ir::Type {
    match ty {
        Type::Bit | Type::Bool => ir::Type::BOOL,
        Type::Byte => ir::Type::BYTE,
        Type::Pid => ir::Type::PID,
        Type::Short => ir::Type::SHORT,
        Type::Int => ir::Type::INT,
        Type::Unsigned(bits) => ir::Type::of(ir::Repr::Unsigned(bits)),
        Type::Chan => ir::Type::CHAN,
        Type::Mtype(id) => ir::Type::of(ir::Repr::Enum(ir::EnumId(id.0))),
        Type::Record(_) => unreachable!("records are taken apart"),
    }
}
