//! A strongly connected part of a system as an explicit graph, and tours through it.
//!
//! **Idea.** When a search has found a component that may contain the wanted cycle, its states are expanded once
//! more and its edges written down. On the graph it is easy to look for fair subcomponents and to build a cycle
//! that does everything a fair accepting run must do: walk to the nearest state or edge that does something still
//! owed, until nothing is, and back to the start.
//!
//! **Source.** Lichtenstein and Pnueli, *Checking that finite state concurrent programs satisfy their linear
//! specification*, POPL 1985, for removing the states that enable a starved process and splitting the rest again.
//!
//! **Guarantees** that a fair subcomponent is found exactly if the component contains a fair run that visits all
//! acceptance sets; that a tour is a cycle of such a run. **Cost.** Memory for the edges inside the component; a
//! split per removed set of states, at most as many as there are states.

use crate::accepting::Accepting;
use crate::search::Stop;
use crate::search::expand::Expander;
use crate::search::finding::Hop;
use burnside_core::{ProcessSet, Step, TransitionSystem};
use burnside_store::{StateId, Store};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

/// Which runs count as fair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Those in which every process that stays enabled moves again and again.
    Weak,
    /// Those in which every process that is enabled again and again moves again and again.
    Strong,
}

/// Tells who takes part in a step; see [`Fair::movers`](burnside_core::Fair::movers).
pub type Movers<S> = fn(&S, &<S as TransitionSystem>::Scratch, usize, Step) -> ProcessSet;

/// Whether a component is worth a closer look: under weak fairness, if no process stays enabled and never moves in
/// it (a part of it would not do better); under strong fairness, always. Nothing is kept of the component, whose states are told by `inside`.
///
/// # Errors
/// If a state cannot be expanded.
pub fn may_be_fair<S: TransitionSystem, St: Store>(
    expander: &mut Expander<'_, S, St>,
    states: &[StateId],
    inside: impl Fn(StateId) -> bool,
    strength: Strength,
    movers: Movers<S>,
) -> Result<bool, Stop> {
    if strength == Strength::Strong {
        return Ok(true); // a part of a component can be fair where the whole is not
    }
    let mut starved = ProcessSet::below(ProcessSet::CAPACITY);
    for &state in states {
        expander.clear();
        expander.generate(state)?;
        expander.intern()?;
        let mut enabled = ProcessSet::EMPTY;
        let steps = expander.generated().steps().iter().zip(expander.targets());
        for (index, (&step, target)) in steps.enumerate() {
            let movers = movers(expander.system(), expander.scratch(), index, step);
            enabled = enabled.union(movers);
            if inside(target.id) {
                starved = starved.minus(movers);
            }
        }
        starved = starved.minus(starved.minus(enabled));
        if starved.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A graph of stored states.
#[derive(Clone, Debug, Default)]
pub struct Component {
    vertices: Vec<Vertex>,
}

#[derive(Clone, Debug)]
struct Vertex {
    state: StateId,
    marks: u64,
    /// The processes that take part in a step out of the state, be it inside the component or not.
    enabled: ProcessSet,
    arcs: Vec<Arc>,
}

#[derive(Clone, Copy, Debug)]
struct Arc {
    /// The number of the step.
    step: u32,
    target: usize,
    movers: ProcessSet,
}

impl Component {
    /// The graph of these states and the edges among them.
    ///
    /// # Errors
    /// If a state cannot be expanded.
    pub fn new<S: Accepting, St: Store>(
        expander: &mut Expander<'_, S, St>,
        states: &[StateId],
        movers: Option<Movers<S>>,
    ) -> Result<Component, Stop> {
        let place: HashMap<StateId, usize> =
            states.iter().enumerate().map(|(place, &state)| (state, place)).collect();
        let mut vertices = Vec::with_capacity(states.len());
        for &state in states {
            let (system, bytes, scratch) = expander.look_at(state);
            let marks = system.marks(bytes, scratch);
            expander.clear();
            expander.generate(state)?;
            expander.intern()?;
            let mut vertex = Vertex { state, marks, enabled: ProcessSet::EMPTY, arcs: Vec::new() };
            let steps = expander.generated().steps().iter().zip(expander.targets());
            for (index, (&step, target)) in steps.enumerate() {
                let movers = movers.map_or(ProcessSet::EMPTY, |movers| {
                    movers(system, expander.scratch(), index, step)
                });
                vertex.enabled = vertex.enabled.union(movers);
                if let Some(&target) = place.get(&target.id) {
                    vertex.arcs.push(Arc { step: index as u32, target, movers });
                }
            }
            vertices.push(vertex);
        }
        Ok(Component { vertices })
    }

    /// A fair part that visits all acceptance sets and is strongly connected, as this component is.
    #[must_use]
    pub fn fair_part(&self, strength: Strength, all_marks: u64) -> Option<Cow<'_, Component>> {
        let mut todo = vec![Cow::Borrowed(self)];
        while let Some(part) = todo.pop() {
            if part.vertices.iter().fold(0, |seen, vertex| seen | vertex.marks) != all_marks {
                continue;
            }
            let starved = part.owing(strength).minus(part.movers());
            if starved.is_empty() {
                return Some(part);
            }
            if strength == Strength::Strong {
                let keep = |v: &Vertex| v.enabled.minus(starved) == v.enabled;
                todo.extend(part.restricted(keep).split().into_iter().map(Cow::Owned));
            }
        }
        None
    }

    /// The processes that move along some edge.
    fn movers(&self) -> ProcessSet {
        let arcs = self.vertices.iter().flat_map(|vertex| &vertex.arcs);
        arcs.fold(ProcessSet::EMPTY, |all, arc| all.union(arc.movers))
    }

    /// The processes that a run through all of the component may not let down.
    fn owing(&self, strength: Strength) -> ProcessSet {
        let mut enabled = self.vertices.iter().map(|vertex| vertex.enabled);
        let first = enabled.next().unwrap_or_default();
        enabled.fold(first, |all, enabled| match strength {
            Strength::Weak => all.minus(all.minus(enabled)),
            Strength::Strong => all.union(enabled),
        })
    }

    /// The part with these vertices and the edges among them.
    fn restricted(&self, keep: impl Fn(&Vertex) -> bool) -> Component {
        let kept: Vec<bool> = self.vertices.iter().map(keep).collect();
        let class: Vec<usize> = kept.iter().map(|&kept| usize::from(!kept)).collect();
        self.parts(&class, 1).pop().unwrap_or_default()
    }

    /// The parts whose vertices have class 0, 1, … up to `count`.
    fn parts(&self, class: &[usize], count: usize) -> Vec<Component> {
        let mut parts = vec![Component::default(); count];
        let mut place = vec![0; self.vertices.len()];
        for (v, vertex) in self.vertices.iter().enumerate().filter(|(v, _)| class[*v] < count) {
            let part = &mut parts[class[v]].vertices;
            place[v] = part.len();
            part.push(Vertex { arcs: Vec::new(), ..*vertex });
        }
        for (v, vertex) in self.vertices.iter().enumerate().filter(|(v, _)| class[*v] < count) {
            let inside = vertex.arcs.iter().filter(|arc| class[arc.target] == class[v]);
            parts[class[v]].vertices[place[v]].arcs =
                inside.map(|arc| Arc { target: place[arc.target], ..*arc }).collect();
        }
        parts
    }

    /// The strongly connected parts that contain an edge.
    fn split(&self) -> Vec<Component> {
        let (class, count) = self.classes();
        let mut parts = self.parts(&class, count);
        parts.retain(|part| part.vertices.iter().any(|vertex| !vertex.arcs.is_empty()));
        parts
    }

    /// For each vertex the number of its strongly connected part, and how many there are (Tarjan 1972).
    fn classes(&self) -> (Vec<usize>, usize) {
        const NONE: usize = usize::MAX;
        let n = self.vertices.len();
        let (mut number, mut low, mut class) = (vec![NONE; n], vec![0; n], vec![NONE; n]);
        let (mut next, mut count) = (0, 0);
        let (mut open, mut calls) = (Vec::new(), Vec::new());
        for root in 0..n {
            if number[root] == NONE {
                calls.push((root, 0));
            }
            while let Some((v, arc)) = calls.pop() {
                if arc == 0 {
                    (number[v], low[v]) = (next, next);
                    next += 1;
                    open.push(v);
                }
                match self.vertices[v].arcs.get(arc) {
                    Some(&Arc { target, .. }) => {
                        calls.push((v, arc + 1));
                        if number[target] == NONE {
                            calls.push((target, 0));
                        } else if class[target] == NONE {
                            low[v] = low[v].min(number[target]);
                        }
                    }
                    None => {
                        if low[v] == number[v] {
                            while let Some(top) = open.pop() {
                                class[top] = count;
                                if top == v {
                                    break;
                                }
                            }
                            count += 1;
                        }
                        if let Some(&(parent, _)) = calls.last() {
                            low[parent] = low[parent].min(low[v]);
                        }
                    }
                }
            }
        }
        (class, count)
    }

    /// A shortest way from the state to one of `other`; both are in this component.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn way_into(&self, from: StateId, other: &Component) -> Vec<Hop> {
        let goals: HashSet<StateId> = other.vertices.iter().map(|vertex| vertex.state).collect();
        let is_goal: Vec<bool> = self.vertices.iter().map(|v| goals.contains(&v.state)).collect();
        let from = self.vertices.iter().position(|vertex| vertex.state == from);
        let from = from.expect("the state is in the component");
        if is_goal[from] {
            return Vec::new();
        }
        self.hops(&self.way(from, |arc| is_goal[arc.target]))
    }

    /// A cycle from the state that visits all acceptance sets and is fair.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn tour(&self, start: StateId, strength: Option<Strength>) -> Vec<Hop> {
        let start = self.vertices.iter().position(|vertex| vertex.state == start);
        let start = start.expect("the state is in the component");
        let marks = self.vertices.iter().fold(0, |all, vertex| all | vertex.marks);
        let moves = strength.map_or(ProcessSet::EMPTY, |strength| match strength {
            // A process that is disabled in some state is done with when the tour comes by.
            Strength::Weak => self.owing(Strength::Strong),
            Strength::Strong => self.owing(strength),
        });
        let mut owed = Owed { marks, moves, weak: strength == Some(Strength::Weak) };
        owed.pass(&self.vertices[start]);
        let (mut tour, mut here): (Vec<Arc>, _) = (Vec::new(), start);
        loop {
            let way = match owed.is_settled() {
                false => self.way(here, |arc| owed.profits(arc, &self.vertices[arc.target])),
                true if here == start && !tour.is_empty() => break,
                true => self.way(here, |arc| arc.target == start),
            };
            for arc in way {
                owed.take(&arc);
                owed.pass(&self.vertices[arc.target]);
                here = arc.target;
                tour.push(arc);
            }
        }
        self.hops(&tour)
    }

    /// A shortest way from a vertex that ends with an edge of some kind.
    fn way(&self, from: usize, is_last: impl Fn(&Arc) -> bool) -> Vec<Arc> {
        let mut parent: Vec<Option<(usize, Arc)>> = vec![None; self.vertices.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(v) = queue.pop_front() {
            for arc in &self.vertices[v].arcs {
                if is_last(arc) {
                    let (mut way, mut v) = (vec![*arc], v);
                    while v != from {
                        let (before, arc) = parent[v].expect("the search came this way");
                        way.push(arc);
                        v = before;
                    }
                    way.reverse();
                    return way;
                }
                if parent[arc.target].is_none() && arc.target != from {
                    parent[arc.target] = Some((v, *arc));
                    queue.push_back(arc.target);
                }
            }
        }
        panic!("a strongly connected component has a way to each of its edges");
    }

    fn hops(&self, arcs: &[Arc]) -> Vec<Hop> {
        let hop = |arc: &Arc| Hop { step: Some(arc.step), state: self.vertices[arc.target].state };
        arcs.iter().map(hop).collect()
    }
}

/// What a tour has still to do.
struct Owed {
    /// Acceptance sets to visit.
    marks: u64,
    /// Processes to see moving or, if `weak`, disabled.
    moves: ProcessSet,
    weak: bool,
}

impl Owed {
    fn is_settled(&self) -> bool {
        self.marks == 0 && self.moves.is_empty()
    }

    /// Whether something owed is done by an edge or the vertex it leads to.
    fn profits(&self, arc: &Arc, target: &Vertex) -> bool {
        self.marks & target.marks != 0
            || self.moves.minus(arc.movers) != self.moves
            || self.weak && !self.moves.minus(target.enabled).is_empty()
    }

    fn take(&mut self, arc: &Arc) {
        self.moves = self.moves.minus(arc.movers);
    }

    fn pass(&mut self, vertex: &Vertex) {
        self.marks &= !vertex.marks;
        if self.weak {
            self.moves = self.moves.minus(self.moves.minus(vertex.enabled));
        }
    }
}
