//! What can be noticed from outside a process.

use std::collections::HashSet;

use crate::entity::{LocId, TemplateId, VarId};
use crate::expr::{Expr, Scope};
use crate::system::System;

/// The variables and locations of processes that something else than the process itself looks at.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    vars: HashSet<(TemplateId, VarId)>,
    locs: HashSet<(TemplateId, LocId)>,
    /// Something looks at which steps processes can make or have made, or at location numbers.
    pub steps: bool,
}

impl Observed {
    /// What the system and the given expressions of properties look at.
    pub fn by<'a>(system: &'a System, properties: impl IntoIterator<Item = &'a Expr>) -> Observed {
        let mut observed = Observed::default();
        let mut note = |e: &Expr| observed.note(e);
        system.walk(&mut note);
        properties.into_iter().for_each(|e| e.walk(&mut note));
        observed
    }

    fn note(&mut self, e: &Expr) {
        match e {
            Expr::Load(place) => {
                if let Scope::Of(template, _) = place.scope {
                    self.vars.insert((template, place.var));
                }
            }
            Expr::At(template, _, locs) => {
                self.locs.extend(locs.iter().map(|l| (*template, *l)));
            }
            Expr::Enabled(_) | Expr::Pc(_) | Expr::LastPid | Expr::NonProgress => self.steps = true,
            _ => {}
        }
    }

    /// Is a variable of a template looked at by others?
    pub fn var(&self, template: TemplateId, var: VarId) -> bool {
        self.vars.contains(&(template, var))
    }

    /// Is being at a location looked at?
    pub fn loc(&self, template: TemplateId, loc: LocId) -> bool {
        self.locs.contains(&(template, loc))
    }
}
