//! The bytecode machine makes the same steps as the reference interpreter, in the same order, in every
//! state of every model of the corpus (the first few thousand of each).

use std::collections::HashSet;

use burnside_core::{Successors, TransitionSystem};
use burnside_ir::simplify::{Observed, simplify};
use burnside_ir::{Interpreter, State, System};
use burnside_testkit::corpus::entries;
use burnside_vm::{Explanation, Machine, Shape};

/// States compared per model.
const MOST: usize = 1500;

/// A machine that holds all states of the list.
fn machine(system: &System, states: &[State]) -> Machine {
    let mut shape = Shape::probe(system);
    states.iter().for_each(|s| shape.include(s));
    Machine::new(system, &shape, &[]).expect("the model is small enough")
}

/// The first states of a breadth-first search by the interpreter, successors of all included.
fn sample(interpreter: &Interpreter<'_>) -> Vec<State> {
    let Ok(mut states) = interpreter.initial() else { return Vec::new() };
    let mut seen: HashSet<State> = states.iter().cloned().collect();
    let mut i = 0;
    while i < states.len() && states.len() < MOST {
        for step in interpreter.steps(&states[i]) {
            if let Some(next) = step.next
                && seen.insert(next.clone())
            {
                states.push(next);
            }
        }
        i += 1;
    }
    states
}

fn compare(name: &str, system: &System) {
    let interpreter = Interpreter::new(system);
    let states = sample(&interpreter);
    let machine = machine(system, &states);
    let mut scratch = machine.scratch();
    let mut out = Successors::new(machine.state_len());
    for state in &states {
        let packed = machine.encode(state).expect("the shape holds all states");
        assert_eq!(machine.decode(&packed), *state, "{name}: a state does not survive packing");
        let steps = interpreter.steps(state);
        out.clear();
        if machine.successors(&packed, &mut scratch, &mut out).is_err() {
            continue; // a successor beyond the sample needs a larger shape
        }
        let live: Vec<_> = steps.iter().filter(|s| s.next.is_some()).collect();
        assert_eq!(out.steps().len(), live.len(), "{name}: number of steps from {state:#?}");
        for (i, step) in live.iter().enumerate() {
            let next = step.next.as_ref().expect("live");
            assert_eq!(machine.decode(out.state(i)), *next, "{name}: step {i} from {state:#?}");
            let fault = out.steps()[i].fault.map(|f| machine.explain(f));
            let expected = step.fault.map(Explanation::Edge);
            assert_eq!(fault, expected, "{name}: fault of step {i} from {state:#?}");
        }
        let dead: Vec<_> = steps.iter().filter(|s| s.next.is_none()).collect();
        assert_eq!(out.dead_ends().len(), dead.len(), "{name}: dead ends from {state:#?}");
        assert_eq!(machine.is_valid_end(&packed), interpreter.is_valid_end(state), "{name}");
    }
}

#[test]
fn machine_and_interpreter_agree_on_the_corpus() {
    for entry in entries("promela") {
        let mut system = entry.load().system;
        compare(&entry.name(), &system);
        let observed = Observed::by(&system.clone(), []);
        simplify(&mut system, &observed);
        compare(&format!("{} simplified", entry.name()), &system);
    }
}
