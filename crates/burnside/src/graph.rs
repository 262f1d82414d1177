//! The state graph as data, for export.
//!
//! *Idea:* small graphs are for looking at, so the reference interpreter builds them.
//! *Guarantees:* states are numbered in the order of a breadth-first search; every edge is a step.

use std::collections::HashMap;

use burnside_ir::{FaultKind, Interpreter, State, System};

use crate::trace;

/// A state graph.
#[derive(Clone, Debug)]
pub struct StateGraph {
    /// The states.
    pub nodes: Vec<Node>,
    /// The steps.
    pub edges: Vec<GraphEdge>,
    /// Number of initial states; they come first.
    pub initial: usize,
    /// Were there more states than asked for?
    pub cut: bool,
}

/// A state.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its variables, channels and processes by name.
    pub values: Vec<(String, trace::Value)>,
    /// Where the processes are.
    pub positions: Vec<trace::Position>,
    /// It has no step and must not be an end.
    pub deadlock: bool,
}

/// A step.
#[derive(Clone, Debug)]
pub struct GraphEdge {
    /// From this state
    pub from: usize,
    /// to this one; none if a run-time error ends it.
    pub to: Option<usize>,
    /// The statements, `P[1]: x = 1`.
    pub label: String,
    /// The run-time error it meets.
    pub fault: Option<FaultKind>,
}

/// Explores up to `most` states.
pub fn state_graph(system: &System, most: usize) -> Result<StateGraph, FaultKind> {
    let interpreter = Interpreter::recording(system);
    let mut graph = StateGraph { nodes: Vec::new(), edges: Vec::new(), initial: 0, cut: false };
    let mut ids: HashMap<State, usize> = HashMap::new();
    let mut states = Vec::new();
    for state in interpreter.initial()? {
        let id = ids.len();
        if *ids.entry(state.clone()).or_insert(id) == id {
            states.push(state);
        }
    }
    graph.initial = states.len();
    let mut from = 0;
    while from < states.len() {
        let state = states[from].clone();
        let steps = interpreter.steps(&state);
        graph.nodes.push(Node {
            values: trace::valuation(system, &state),
            positions: trace::positions(&interpreter, &state),
            deadlock: steps.is_empty() && !interpreter.is_valid_end(&state),
        });
        for step in steps {
            let described = trace::describe(system, &state, &step.actions);
            let label =
                described.iter().map(trace::TraceStep::label).collect::<Vec<_>>().join("; ");
            let to = match step.next {
                None => None,
                Some(next) => match ids.get(&next) {
                    Some(id) => Some(*id),
                    None if states.len() < most => {
                        ids.insert(next.clone(), states.len());
                        states.push(next);
                        Some(states.len() - 1)
                    }
                    None => {
                        graph.cut = true;
                        continue;
                    }
                },
            };
            graph.edges.push(GraphEdge { from, to, label, fault: step.fault.map(|f| f.kind) });
        }
        from += 1;
    }
    Ok(graph)
}
