//! Random systems: the machine agrees with the interpreter on every one of them.
//!
//! `BURNSIDE_SEED` runs a single seed and `BURNSIDE_SEEDS` another number of them.

mod agree;
mod generate;

use burnside_vm::Shape;

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
#[allow(clippy::print_stderr)] // a failure must say which system it was
fn random_systems_agree() {
    let count = from_environment("BURNSIDE_SEEDS").unwrap_or(3000);
    let only = from_environment("BURNSIDE_SEED");
    let seeds = only.map_or(0..count, |seed| seed..seed + 1);
    let mut total = agree::Compared::default();
    for seed in seeds {
        let (system, propositions) = generate::generate(seed);
        let shape = match seed % 2 {
            0 => Shape::initial(&system),
            _ => Shape::probe(&system),
        };
        let compare = || agree::compare(&system, &propositions, shape, 60);
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(compare)) {
            Ok(done) => {
                total.states += done.states;
                total.steps += done.steps;
                total.faults += done.faults;
                total.restarts += done.restarts;
            }
            Err(panic) => {
                eprintln!("BURNSIDE_SEED={seed}\n{system:#?}\npropositions: {propositions:?}");
                eprintln!("BURNSIDE_SEED={seed}");
                std::panic::resume_unwind(panic);
            }
        }
    }
    if only.is_none() {
        assert!(
            total.faults > 0 && total.restarts > 0,
            "the generator lost its variety: {total:?}"
        );
        assert!(total.states > 5 * count as usize, "the generator lost its variety: {total:?}");
    }
    eprintln!("{total:?}");
}
