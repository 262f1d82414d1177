//! From a system and a shape to a program.
//!
//! *Idea:* every template is translated once for each slot in which it may run. In a slot the process
//! id, the place of every variable and nearly every channel are constants, so that the code is
//! specialised without any analysis. *Cost:* linear in (templates in slots) × edges × parameter values;
//! a few milliseconds for ordinary models.

mod chan;
mod edge;
mod emit;
mod expr;
mod place;
mod start;

use crate::code::{Location, Program, Resident, Slot};
use crate::explain::{GroupInfo, Sites};
use crate::layout::{ChanLayout, Layout, looks_at_locations};
use burnside_ir::{Edge, Expr, Id, LocId, System, TemplateId};
use emit::{Assembler, Label};

/// Why a system cannot be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// It has more edges or propositions than can be numbered.
    TooManyEdges,
    /// It has more channels than a channel variable can tell apart.
    TooManyChannels,
    /// A state has more than 2³² bits.
    StateTooLarge,
    /// An expression needs too many intermediate values.
    ExpressionTooDeep,
    /// A message or a list of arguments is longer than 65535.
    TooManyFields,
}

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CompileError::TooManyEdges => "the system has too many edges",
            CompileError::TooManyChannels => "the system has more than 65535 channels",
            CompileError::StateTooLarge => "a state of the system has more than 512 megabytes",
            CompileError::ExpressionTooDeep => "an expression is nested too deeply",
            CompileError::TooManyFields => "a message has more than 65535 fields",
        })
    }
}

impl std::error::Error for CompileError {}

/// What all processes share.
pub struct Context<'a> {
    pub system: &'a System,
    pub layout: &'a Layout,
    pub sites: &'a Sites,
    /// Every channel: the global ones, then those of each template in each slot.
    pub chans: Vec<ChanLayout>,
    /// For each slot, the first channel of each of its templates.
    own_chans: Vec<Vec<u32>>,
    /// Can edges see where processes are?
    pub looks: bool,
}

impl<'a> Context<'a> {
    fn new(system: &'a System, layout: &'a Layout, sites: &'a Sites) -> Context<'a> {
        let mut chans = layout.chans.clone();
        let mut own_chans = Vec::new();
        for slot in &layout.slots {
            let mut firsts = Vec::new();
            for template in &slot.templates {
                firsts.push(chans.len() as u32);
                let own = &layout.templates[template.index()].chans;
                chans.extend(own.iter().map(|chan| chan.moved(slot.bit())));
            }
            own_chans.push(firsts);
        }
        Context { system, layout, sites, chans, own_chans, looks: looks_at_locations(system) }
    }

    /// The place of the first channel of a process in the table.
    fn first_chan(&self, slot: usize, template: TemplateId) -> u32 {
        let templates = &self.layout.slots[slot].templates;
        let i = templates.iter().position(|t| *t == template).expect("the slot admits it");
        self.own_chans[slot][i]
    }
}

/// The translation of one template in one slot, or of a proposition.
struct Unit<'c, 'a> {
    cx: &'c Context<'a>,
    asm: &'c mut Assembler,
    slot: Option<usize>,
    template: Option<TemplateId>,
    /// The values of the parameters of the edge at hand.
    params: Vec<i32>,
    /// The labels of the transit locations mentioned so far.
    transit: Vec<Option<Label>>,
    /// Those whose code is still to be placed.
    unplaced: Vec<LocId>,
}

/// Compiles a system. The second result describes the groups.
pub fn compile(
    system: &System,
    layout: &Layout,
    sites: &Sites,
    propositions: &[Expr],
) -> Result<(Program, Vec<GroupInfo>), CompileError> {
    check_limits(system, layout, sites, propositions)?;
    let cx = Context::new(system, layout, sites);
    let mut asm = Assembler::new();
    let mut program = Program::default();
    let mut infos = Vec::new();
    for slot in 0..layout.slots.len() {
        compile_slot(&cx, &mut asm, slot, &mut program, &mut infos);
    }
    for e in propositions {
        let mut unit = Unit::new(&cx, &mut asm, None, None);
        let start = unit.proposition(e);
        program.propositions.push(start);
    }
    if asm.overflow {
        return Err(CompileError::ExpressionTooDeep);
    }
    program.chans = cx.chans;
    (program.code, program.sets, program.fixed) = asm.finish();
    Ok((program, infos))
}

fn check_limits(
    system: &System,
    layout: &Layout,
    sites: &Sites,
    propositions: &[Expr],
) -> Result<(), CompileError> {
    let chans = system.chans.len() + layout.slots.len() * system.own_chans();
    let long = |e: &Edge| match &e.op {
        burnside_ir::Op::Send { args, .. } | burnside_ir::Op::Run { args, .. } => {
            args.len() > 0xffff
        }
        burnside_ir::Op::Receive { fields, .. } => fields.len() > 0xffff,
        _ => false,
    };
    if sites.edges().max(propositions.len()) > Sites::MAX {
        Err(CompileError::TooManyEdges)
    } else if chans > 0xffff {
        Err(CompileError::TooManyChannels)
    } else if layout.state_len > (u32::MAX / 8) as usize {
        Err(CompileError::StateTooLarge)
    } else if system.templates.iter().flat_map(|t| &t.edges).any(long) {
        Err(CompileError::TooManyFields)
    } else {
        Ok(())
    }
}

fn compile_slot(
    cx: &Context<'_>,
    asm: &mut Assembler,
    slot: usize,
    program: &mut Program,
    infos: &mut Vec<GroupInfo>,
) {
    let layout = &cx.layout.slots[slot];
    let class = &cx.layout.classes[layout.class];
    let first = program.locations.len();
    program.locations.resize(first + class.locations.len() + 1, Location::default());
    let mut residents = Vec::new();
    for id in &layout.templates {
        let template = cx.system.template(*id);
        let numbers = &cx.layout.templates[id.index()].numbers;
        let mut unit = Unit::new(cx, asm, Some(slot), Some(*id));
        residents.push(Resident {
            template: *id,
            entry: numbers[template.entry.index()],
            start: unit.start(),
            chans: cx.first_chan(slot, *id),
        });
        let provided = template.provided.as_ref().map_or(0, |e| unit.provided(e));
        for (loc, number) in numbers.iter().enumerate().filter(|(_, n)| **n > 0) {
            let (id, loc) = (LocId::new(loc), template.locs[loc].clone());
            let (groups, receives) = unit.location(id, program, infos);
            program.locations[first + *number as usize] = Location {
                groups,
                receives,
                provided,
                number: loc.number as i32,
                end: loc.end,
                progress: loc.progress,
            };
        }
    }
    let number = crate::bits::Window::new(layout.bit(), class.cell.width, cx.layout.state_len);
    program.slots.push(Slot { number, locations: first as u32, templates: residents });
}

impl<'c, 'a> Unit<'c, 'a> {
    fn new(
        cx: &'c Context<'a>,
        asm: &'c mut Assembler,
        slot: Option<usize>,
        template: Option<TemplateId>,
    ) -> Self {
        let locs = template.map_or(0, |t| cx.system.template(t).locs.len());
        let (params, unplaced) = (Vec::new(), Vec::new());
        Unit { cx, asm, slot, template, params, transit: vec![None; locs], unplaced }
    }

    /// Compiles what a process can do at a location; returns the ranges of its groups and receives.
    fn location(
        &mut self,
        loc: LocId,
        program: &mut Program,
        infos: &mut Vec<GroupInfo>,
    ) -> ((u32, u32), (u32, u32)) {
        let id = self.template.expect("locations belong to a template");
        let template = self.cx.system.template(id);
        let groups = program.groups.len() as u32;
        let receives = program.receives.len() as u32;
        for edge_id in template.out(loc) {
            let edge = template.edge(edge_id);
            for params in parameter_values(edge) {
                self.params = params.clone();
                let edge = self.fold_edge(edge);
                if let Some(receive) = self.take_over_edge(edge_id, &edge) {
                    program.receives.push(receive);
                }
                self.params = params.clone();
                if let Some((mut group, handshake)) = self.group(edge_id, &edge) {
                    group.handshake = program.handshakes.len() as u32;
                    program.handshakes.extend(handshake);
                    program.groups.push(group);
                    let (pid, template, edge) = (self.own(), id, edge_id);
                    infos.push(GroupInfo { pid, template, edge, params });
                }
            }
        }
        let groups = (groups, program.groups.len() as u32);
        (groups, (receives, program.receives.len() as u32))
    }
}

/// All choices of the parameters of an edge, in lexicographic order; one empty one if it has none.
fn parameter_values(edge: &Edge) -> Vec<Vec<i32>> {
    edge.params.iter().fold(vec![Vec::new()], |all, param| {
        let extended = |prefix: &Vec<i32>| {
            let prefix = prefix.clone();
            (0..param.len as i32).map(move |value| [&prefix[..], &[value]].concat())
        };
        all.iter().flat_map(extended).collect()
    })
}
