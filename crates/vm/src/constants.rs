//! Variables that never change.
//!
//! *Idea:* a variable that no edge assigns and whose first value is known keeps it for ever, so it needs
//! no room in the state and its value can be folded into the code. Models are full of them: tables,
//! sizes, channel arrays. *Requires:* a verified system. *Cost:* one pass over the edges.

use burnside_ir::{
    Edge, Expr, Id, Init, Op, Pattern, Place, Scope, State, System, TemplateId, Var,
};

/// What is known about a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// It may change.
    Varies,
    /// Its cells hold these values for ever.
    Cells(Vec<i32>),
    /// Its cells refer to consecutive channels of its own process for ever.
    OwnChans {
        /// Beginning with this one.
        first: burnside_ir::ChanId,
        /// So many.
        count: usize,
    },
}

/// What is known about every variable.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// The global variables.
    pub globals: Vec<Known>,
    /// The variables of each template.
    pub templates: Vec<Vec<Known>>,
}

impl Constants {
    /// Finds the constants of a system with these initial states.
    pub fn of(system: &System, initial: &[State]) -> Constants {
        let mut written = Written {
            globals: vec![false; system.globals.len()],
            templates: system.templates.iter().map(|t| vec![false; t.vars.len()]).collect(),
        };
        for (id, template) in system.templates() {
            written.templates[id.index()][..template.params].fill(true);
            template.edges.iter().for_each(|edge| written.by_edge(id, edge));
        }
        let global = |(i, &written): (usize, &bool)| match initial {
            [first, rest @ ..]
                if !written && rest.iter().all(|s| s.globals[i] == first.globals[i]) =>
            {
                Known::Cells(first.globals[i].clone())
            }
            _ => Known::Varies,
        };
        let template = |(t, written): (usize, &Vec<bool>)| {
            let vars = system.templates[t].vars.iter().zip(written);
            vars.map(|(var, &w)| if w { Known::Varies } else { local(var) }).collect()
        };
        Constants {
            globals: written.globals.iter().enumerate().map(global).collect(),
            templates: written.templates.iter().enumerate().map(template).collect(),
        }
    }
}

/// What is known of a variable of a template that is never assigned.
fn local(var: &Var) -> Known {
    let first = |i: usize| match &var.init {
        Init::Expr(Expr::Int(v)) => Some(*v),
        Init::Cells(values) => values.get(i.min(values.len().wrapping_sub(1))).copied(),
        _ => None,
    };
    if let Init::Chans(first) = var.init {
        return Known::OwnChans { first, count: var.cells() };
    }
    let cells: Option<Vec<i32>> =
        (0..var.cells()).map(|i| first(i).and_then(|v| var.ty.store(v))).collect();
    cells.map_or(Known::Varies, Known::Cells)
}

/// Which variables some edge assigns.
struct Written {
    globals: Vec<bool>,
    templates: Vec<Vec<bool>>,
}

impl Written {
    fn by_edge(&mut self, owner: TemplateId, edge: &Edge) {
        match &edge.op {
            Op::Assign(list) => list.iter().for_each(|(place, _)| self.place(owner, place)),
            Op::Receive { fields, .. } => fields.iter().for_each(|pattern| {
                if let Pattern::Bind(place) = pattern {
                    self.place(owner, place);
                }
            }),
            Op::Run { pid: Some(place), .. } => self.place(owner, place),
            _ => {}
        }
    }

    fn place(&mut self, owner: TemplateId, place: &Place) {
        let flags = match &place.scope {
            Scope::Global => &mut self.globals,
            Scope::Own => &mut self.templates[owner.index()],
            Scope::Of(template, _) => &mut self.templates[template.index()],
        };
        flags[place.var.index()] = true;
    }
}
