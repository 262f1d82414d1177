//! Between the interpreter's states and packed ones.
//!
//! Used where a person or another implementation looks at a state: initial states, traces, replay,
//! tests. *Guarantees:* `decode(encode(s)) == s` for every state that the shape admits and in which no
//! process is in the middle of an indivisible step.

use crate::constants::Known;
use crate::layout::{ChanLayout, Layout, VarLayout};
use crate::shape::Shape;
use burnside_core::Interrupt;
use burnside_ir::{ChanId, Id, Process, Queue, Repr, State, System, Var};

impl Layout {
    /// Packs a state.
    ///
    /// # Errors
    /// What the shape lacks to hold this state.
    ///
    /// # Panics
    /// If a process is at a location where no state rests.
    pub fn encode(&self, system: &System, state: &State) -> Result<Vec<u8>, Interrupt> {
        let mut bytes = vec![0; self.state_len];
        for (i, layout) in self.globals.iter().enumerate() {
            self.write_var(&mut bytes, 0, &system.globals[i], layout, &state.globals[i])?;
        }
        if let Some((bit, cell)) = self.last {
            cell.write(&mut bytes, bit, state.last);
        }
        for (layout, queue) in self.chans.iter().zip(&state.chans) {
            self.write_chan(&mut bytes, 0, layout, queue)?;
        }
        for (i, process) in state.procs.iter().enumerate() {
            let missing = Shape::missing(i, process.template);
            let slot = self.slots.get(i).filter(|s| s.templates.contains(&process.template));
            let slot = slot.ok_or(missing)?;
            let layout = &self.templates[process.template.index()];
            let number = layout.numbers[process.loc.index()];
            assert!(number > 0, "no state rests at {:?}", process.loc);
            self.classes[slot.class].cell.write(&mut bytes, slot.bit(), number as i32);
            if let Ok((bit, cell)) = layout.priority {
                cell.write(&mut bytes, slot.bit() + bit, process.priority);
            }
            let vars = &system.template(process.template).vars;
            for (v, var) in vars.iter().enumerate() {
                self.write_var(&mut bytes, slot.bit(), var, &layout.vars[v], &process.vars[v])?;
            }
            for (layout, queue) in layout.chans.iter().zip(&process.chans) {
                self.write_chan(&mut bytes, slot.bit(), layout, queue)?;
            }
        }
        Ok(bytes)
    }

    fn write_var(
        &self,
        bytes: &mut [u8],
        base: usize,
        var: &Var,
        layout: &VarLayout,
        cells: &[i32],
    ) -> Result<(), Interrupt> {
        let VarLayout::Stored { bit, cell, .. } = *layout else {
            return Ok(());
        };
        for (i, value) in cells.iter().enumerate() {
            self.check_chan(var.ty.repr, *value)?;
            cell.write(bytes, base + bit + i * usize::from(cell.width), *value);
        }
        Ok(())
    }

    fn write_chan(
        &self,
        bytes: &mut [u8],
        base: usize,
        layout: &ChanLayout,
        queue: &Queue,
    ) -> Result<(), Interrupt> {
        let (bit, cell) = layout.length;
        cell.write(bytes, base + bit, queue.len() as i32);
        for (position, message) in queue.iter().enumerate() {
            for (i, (ty, _, cell)) in layout.fields.iter().enumerate() {
                self.check_chan(ty.repr, message[i])?;
                cell.write(bytes, base + layout.field_bit(position, i), message[i]);
            }
        }
        Ok(())
    }

    fn check_chan(&self, repr: Repr, value: i32) -> Result<(), Interrupt> {
        match repr == Repr::Chan && value > self.max_chan {
            true => Err(Shape::missing_wide_chans()),
            false => Ok(()),
        }
    }

    /// Unpacks a state.
    pub fn decode(&self, system: &System, bytes: &[u8]) -> State {
        let globals =
            self.globals.iter().map(|layout| read_var(system, bytes, 0, None, layout)).collect();
        let chans = self.chans.iter().map(|layout| read_chan(bytes, 0, layout)).collect();
        let last = self.last.map_or(0, |(bit, cell)| cell.read(bytes, bit));
        let mut procs = Vec::new();
        for (pid, slot) in self.slots.iter().enumerate() {
            let Some((template, loc)) = self.location(bytes, pid) else {
                break;
            };
            let layout = &self.templates[template.index()];
            let base = slot.bit();
            procs.push(Process {
                template,
                loc,
                vars: (layout.vars.iter())
                    .map(|layout| read_var(system, bytes, base, Some(pid), layout))
                    .collect(),
                chans: layout.chans.iter().map(|layout| read_chan(bytes, base, layout)).collect(),
                priority: match layout.priority {
                    Ok((bit, cell)) => cell.read(bytes, base + bit),
                    Err(always) => always,
                },
            });
        }
        State { globals, chans, procs, last }
    }
}

fn read_var(
    system: &System,
    bytes: &[u8],
    base: usize,
    pid: Option<usize>,
    layout: &VarLayout,
) -> Vec<i32> {
    match layout {
        VarLayout::Stored { bit, cell, count } => (0..*count)
            .map(|i| cell.read(bytes, base + bit + i * usize::from(cell.width)))
            .collect(),
        VarLayout::Fixed(known) => fixed_cells(system, pid, known),
    }
}

/// The cells of a variable that never changes, in a process or globally.
pub fn fixed_cells(system: &System, pid: Option<usize>, known: &Known) -> Vec<i32> {
    match (known, pid) {
        (Known::Cells(values), _) => values.clone(),
        (Known::OwnChans { first, count }, Some(pid)) => (0..*count)
            .map(|i| system.own_channel_ref(pid, ChanId::new(first.index() + i)))
            .collect(),
        _ => Vec::new(),
    }
}

fn read_chan(bytes: &[u8], base: usize, layout: &ChanLayout) -> Queue {
    let (bit, cell) = layout.length;
    (0..cell.read(bytes, base + bit) as usize)
        .map(|position| {
            (layout.fields.iter().enumerate())
                .map(|(i, (_, _, cell))| cell.read(bytes, base + layout.field_bit(position, i)))
                .collect()
        })
        .collect()
}
