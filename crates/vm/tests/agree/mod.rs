//! Compares the machine with the interpreter, state by state.

use burnside_core::{ApId, Interrupt, Labelled, Successors, TransitionSystem};
use burnside_ir::{Expr, FaultKind, Interpreter, State, Step, System};
use burnside_vm::{Explanation, Machine, Shape};
use std::collections::HashSet;

/// What was compared.
#[derive(Default, Debug)]
pub struct Compared {
    pub states: usize,
    pub steps: usize,
    pub faults: usize,
    pub restarts: usize,
}

/// Explores up to `limit` states with the interpreter, and compares every one. Panics on a difference.
pub fn compare(system: &System, propositions: &[Expr], mut shape: Shape, limit: usize) -> Compared {
    let mut done = Compared::default();
    let states = explore(system, limit);
    loop {
        let machine = Machine::new(system, &shape, propositions).expect("within the limits");
        match compare_in_shape(system, &machine, propositions, &states, &mut done) {
            Ok(()) => return done,
            Err(missing) => {
                let before = shape.clone();
                shape.widen(missing);
                assert_ne!(before, shape, "an interrupt names something that is missing");
                done.restarts += 1;
            }
        }
    }
}

/// The first states in breadth-first order, with their steps.
fn explore(system: &System, limit: usize) -> Vec<(State, Vec<Step>)> {
    let interpreter = Interpreter::new(system);
    let mut queue = interpreter.initial().unwrap_or_default();
    let mut seen: HashSet<State> = HashSet::new();
    queue.retain(|s| seen.insert(s.clone()));
    let mut result = Vec::new();
    let mut next = 0;
    while next < queue.len() && result.len() < limit {
        let state = queue[next].clone();
        next += 1;
        let steps = interpreter.steps(&state);
        for target in steps.iter().filter_map(|s| s.next.as_ref()) {
            if seen.insert(target.clone()) {
                queue.push(target.clone());
            }
        }
        result.push((state, steps));
    }
    result
}

fn compare_in_shape(
    system: &System,
    machine: &Machine,
    propositions: &[Expr],
    states: &[(State, Vec<Step>)],
    done: &mut Compared,
) -> Result<(), Interrupt> {
    let interpreter = Interpreter::new(system);
    let mut scratch = machine.scratch();
    let mut out = Successors::new(machine.state_len());
    machine.initial(&mut scratch, &mut out)?;
    match interpreter.initial() {
        Ok(initial) => {
            let mine: Vec<State> = out.iter().map(|(_, s)| machine.decode(s)).collect();
            assert_eq!(mine, initial, "initial states");
        }
        Err(kind) => {
            let fault = out.dead_ends()[0].fault.expect("a dead end has a fault");
            assert_eq!(machine.explain(fault), Explanation::Initial(kind));
        }
    }
    for (state, steps) in states {
        let packed = machine.encode(state)?;
        assert_eq!(packed.len(), machine.state_len());
        assert_eq!(machine.decode(&packed), *state, "decode after encode");
        out.clear();
        machine.successors(&packed, &mut scratch, &mut out)?;
        compare_steps(machine, state, steps, &out);
        for step in steps.iter().filter(|s| s.next.is_some()) {
            for action in &step.actions {
                assert!(machine.reached(&scratch, action.template, action.edge), "{action:?}");
            }
        }
        assert_eq!(machine.is_valid_end(&packed), interpreter.is_valid_end(state));
        for (i, e) in propositions.iter().enumerate() {
            let ap = ApId(i as u32);
            let mine: Result<bool, FaultKind> =
                machine.holds(&packed, ap, &mut scratch).map_err(|f| match machine.explain(f) {
                    Explanation::Proposition(which, kind) if which == ap => kind,
                    other => panic!("{other:?}"),
                });
            let theirs = interpreter.eval_in(state, None, e).map(|v| v != 0);
            assert_eq!(mine, theirs, "proposition {i} in {state:?}");
        }
        done.states += 1;
        done.steps += steps.len();
        done.faults += steps.iter().filter(|s| s.fault.is_some()).count();
    }
    Ok(())
}

/// The same steps in the same order: those with a target, and those without.
fn compare_steps(machine: &Machine, state: &State, steps: &[Step], out: &Successors) {
    let context = || {
        let theirs: Vec<_> = steps.iter().map(|s| (&s.actions, s.fault, &s.next)).collect();
        let mine: Vec<_> = out
            .iter()
            .map(|(step, s)| (machine.group(step.group), step.fault, machine.decode(s)))
            .collect();
        format!("in {state:?}\ninterpreter: {theirs:#?}\nmachine: {mine:#?}\n{:?}", out.dead_ends())
    };
    let mut mine = out.iter();
    let mut dead_ends = out.dead_ends().iter();
    for (i, step) in steps.iter().enumerate() {
        let (found, target) = match &step.next {
            Some(_) => {
                let (found, target) =
                    mine.next().unwrap_or_else(|| panic!("step {i} {}", context()));
                (found, Some(machine.decode(target)))
            }
            None => (*dead_ends.next().unwrap_or_else(|| panic!("step {i} {}", context())), None),
        };
        assert_eq!(target, step.next, "target of step {i} {}", context());
        if let Some(next) = &step.next {
            let index = out.len() - 1 - mine.len();
            let packed = machine.encode(next).expect("it was decoded");
            assert_eq!(out.state(index), packed, "bytes of step {i}");
        }
        let fault = found.fault.map(|f| machine.explain(f));
        assert_eq!(fault, step.fault.map(Explanation::Edge), "fault of step {i} {}", context());
        let (group, first) = (machine.group(found.group), &step.actions[0]);
        assert_eq!(
            (group.pid, group.template, group.edge, &group.params),
            (first.pid, first.template, first.edge, &first.params),
            "group of step {i} {}",
            context()
        );
    }
    assert!(mine.next().is_none() && dead_ends.next().is_none(), "too many steps {}", context());
}
