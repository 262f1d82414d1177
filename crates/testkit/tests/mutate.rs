//! No text makes Burnside panic or hang: mutants of the corpus go through the whole of it, from the
//! preprocessor to the replay of counterexamples, under small limits.
//!
//! `BURNSIDE_FUZZ_SECONDS` makes the run longer, `BURNSIDE_SEED` makes it another one.
#![allow(clippy::print_stdout, reason = "what was compared is part of the test's output")]

use std::time::{Duration, Instant};

use burnside::check::{CheckError, check};
use burnside::config::{Config, Limits};
use burnside::load::{Loaded, Source, load};
use burnside_core::Cancel;
use burnside_testkit::corpus::entries;

/// Small, seeded, and the same everywhere (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n.max(1)
    }
}

/// Splits a text into words, spaces and single other characters.
fn pieces(text: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    for c in text.chars() {
        match list.last_mut() {
            Some(last) if kind(c) < 2 && last.chars().next().map(kind) == Some(kind(c)) => {
                last.push(c)
            }
            _ => list.push(c.to_string()),
        }
    }
    list
}

fn mutate(text: &str, random: &mut Random) -> String {
    let mut list = pieces(text);
    for _ in 0..1 + random.below(3) {
        let (i, j) = (random.below(list.len()), random.below(list.len()));
        match random.below(6) {
            0 => drop(list.remove(i)),
            1 => list.swap(i, j),
            2 => {
                let copy = list[j].clone();
                list.insert(i, copy);
            }
            3 => list[i] = list[j].clone(),
            4 => {
                let words = [
                    "atomic {", "d_step {", "}", "goto end", "unless", "else", "255", "-1",
                    "do ::", "od",
                ];
                list[i] = format!(" {} ", words[random.below(words.len())]);
            }
            _ => {
                let end = (i + random.below(8)).min(list.len());
                let range: Vec<String> = list[i..end].to_vec();
                list.splice(j..j, range);
            }
        }
        if list.is_empty() {
            break;
        }
    }
    list.concat()
}

/// Runs everything on a model that was accepted.
fn exercise(loaded: &Loaded, text: &str) {
    let wrong = burnside_ir::verify(&loaded.system);
    assert!(wrong.is_empty(), "the lowered system is not well-formed: {wrong:#?}\n{text}");
    for exact_steps in [true, false] {
        let limits = Limits {
            states: Some(400),
            time: Some(Duration::from_secs(5)),
            memory: Some(200 << 20),
            depth: None,
        };
        let config = Config { exact_steps, limits, ..Config::default() };
        match check(loaded, &config, &mut (), &Cancel::new()) {
            Ok(_) => {}
            Err(CheckError::Internal(message)) => panic!("{message}\n{text}"),
            Err(_) => {}
        }
    }
}

#[test]
fn mutants_of_the_corpus_make_nothing_panic_or_hang() {
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let budget = Duration::from_secs(number("BURNSIDE_FUZZ_SECONDS").unwrap_or(5));
    let mut random = Random(number("BURNSIDE_SEED").unwrap_or(1) * 2 + 1);
    let models: Vec<(String, Vec<String>)> = entries("promela")
        .iter()
        .map(|e| (std::fs::read_to_string(&e.path).expect("text"), e.expect.defines.clone()))
        .collect();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("mutant.pml");
    let (begin, mut tried, mut accepted) = (Instant::now(), 0, 0);
    while begin.elapsed() < budget {
        let (text, defines) = &models[random.below(models.len())];
        let text = mutate(text, &mut random);
        std::fs::write(&path, &text).expect("a writable folder");
        let source = Source { path: path.clone(), defines: defines.clone(), ..Source::default() };
        let start = Instant::now();
        tried += 1;
        if let Ok(loaded) = load(&source) {
            accepted += 1;
            exercise(&loaded, &text);
        }
        let time = start.elapsed();
        assert!(time < Duration::from_secs(30), "took {time:?}:\n{text}");
    }
    println!("{tried} mutants, {accepted} of them accepted");
    assert!(accepted > 0, "no mutant was accepted, so nothing was tested");
}
