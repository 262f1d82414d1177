//! `graph`: the state graph as data for other tools.

use std::fmt::Write;

use burnside::check::CheckError;
use burnside::graph::{Node, StateGraph, state_graph};

use super::read_model;
use crate::args::{GraphArgs, GraphFormat, GraphOf};
use crate::exit::{Exit, Failure};
use crate::output::{self, json};

/// Explores the graph and prints it.
pub fn run(args: &GraphArgs) -> Result<Exit, Failure> {
    let loaded = read_model(&args.reading.source(&args.model, &[]))?;
    let graph = match args.of {
        GraphOf::Full => state_graph(&loaded.system, args.max_states).map_err(CheckError::from)?,
    };
    let text = match args.format {
        GraphFormat::Dot => dot(&graph),
        GraphFormat::Aut => aut(&graph),
        GraphFormat::Json => json::graph(&loaded, &graph),
    };
    output::print(&text)?;
    if graph.cut {
        anstream::eprintln!(
            "the graph has more than {} states and is cut off (see --max-states)",
            args.max_states
        );
        return Ok(Exit::Unknown);
    }
    Ok(Exit::Holds)
}

/// For Graphviz: initial states bold, deadlocks red, run-time errors as red boxes of their own.
fn dot(graph: &StateGraph) -> String {
    let mut text = String::from("digraph states {\n  node [shape=box, fontname=monospace];\n");
    for (i, node) in graph.nodes.iter().enumerate() {
        let mut style = String::new();
        if i < graph.initial {
            style += ", style=bold";
        }
        if node.deadlock {
            style += ", color=red, xlabel=deadlock";
        }
        let _ = writeln!(text, "  s{i} [label={}{style}];", dot_label(i, node));
    }
    for (i, edge) in graph.edges.iter().enumerate() {
        let (from, label) = (edge.from, dot_quoted(&edge.label));
        let color = if edge.fault.is_some() { ", color=red" } else { "" };
        match edge.to {
            Some(to) => {
                let _ = writeln!(text, "  s{from} -> s{to} [label={label}{color}];");
            }
            None => {
                let fault = dot_quoted(edge.fault.map_or("", |f| f.message()));
                let _ = writeln!(text, "  f{i} [label={fault}, color=red];");
                let _ = writeln!(text, "  s{from} -> f{i} [label={label}{color}];");
            }
        }
    }
    text += "}\n";
    text
}

/// The number of the state, where its processes are, and its values other than 0.
fn dot_label(number: usize, node: &Node) -> String {
    let mut lines = vec![format!("{number}")];
    for p in &node.positions {
        let at = p.next.first().map_or_else(String::new, |s| format!(" {}: {}", s.line, s.source));
        lines.push(format!("{}[{}]{at}", p.process, p.instance));
    }
    for (name, value) in &node.values {
        let value = value.to_string();
        if !["0", "[]", "running"].contains(&value.as_str()) {
            lines.push(format!("{name} = {value}"));
        }
    }
    let lines: Vec<String> = lines.iter().map(|l| dot_escaped(l) + "\\l").collect();
    format!("\"{}\"", lines.concat())
}

fn dot_escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn dot_quoted(text: &str) -> String {
    format!("\"{}\"", dot_escaped(text))
}

/// Aldebaran. It knows one initial state and no state without a number: several initial states get a
/// common predecessor, and run-time errors lead to a last state.
fn aut(graph: &StateGraph) -> String {
    let mut edges = Vec::new();
    let label = |text: &str| text.replace('"', "'");
    let (mut states, mut first) = (graph.nodes.len(), 0);
    if graph.initial > 1 {
        first = states;
        states += 1;
        edges.extend((0..graph.initial).map(|to| format!("({first}, \"init\", {to})")));
    }
    let sink = states;
    for edge in &graph.edges {
        let (from, to) = (edge.from, edge.to.unwrap_or(sink));
        states = states.max(to + 1);
        let fault = edge.fault.map_or_else(String::new, |f| format!(" !{}", f.name()));
        edges.push(format!("({from}, \"{}{fault}\", {to})", label(&edge.label)));
    }
    let mut text = format!("des ({first}, {}, {states})\n", edges.len());
    for edge in edges {
        text += &edge;
        text.push('\n');
    }
    text
}
