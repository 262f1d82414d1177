//! No text makes the front end panic or hang.
//!
//! Takes the sample programs, changes them at random (bytes and words), and reads the result. The sequence
//! is the same in every run. Two variables of the environment make more of it:
//! `BURNSIDE_FUZZ_SECONDS=600` sets the time to spend (instead of a fixed number of inputs), and
//! `BURNSIDE_FUZZ_DIR=dir` adds all `.pml` files below a directory to the samples.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use burnside_lang::promela;

const SAMPLES: [&str; 3] = [
    include_str!("samples/statements.pml"),
    include_str!("samples/formulas.pml"),
    include_str!("samples/macros.pml"),
];

/// Words that mutations put in.
const WORDS: [&str; 66] = [
    "if",
    "fi",
    "do",
    "od",
    "::",
    "->",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "[]",
    "<>",
    "!",
    "!!",
    "?",
    "??",
    "=",
    "==",
    "++",
    "--",
    "&&",
    "||",
    ":",
    ",",
    ".",
    "..",
    "@",
    "<",
    ">",
    "-",
    "+",
    "0",
    "1",
    "65536",
    "99999999999",
    "0x1",
    "'a'",
    "\"s\"",
    "x",
    "_",
    "_pid",
    "else",
    "unless",
    "atomic",
    "d_step",
    "goto",
    "break",
    "for",
    "in",
    "select",
    "run",
    "proctype",
    "active",
    "init",
    "never",
    "ltl",
    "inline",
    "typedef",
    "mtype",
    "chan",
    "byte",
    "\n#define x x\n",
    "\n#if\n",
];

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Splits a text into words, blanks and single signs; putting them together gives the text again.
fn words(text: &str) -> Vec<String> {
    let class = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            1
        } else if c.is_whitespace() {
            2
        } else {
            0
        }
    };
    let mut words: Vec<String> = Vec::new();
    let mut last = 0;
    for c in text.chars() {
        match words.last_mut() {
            Some(word) if class(c) == last && last != 0 => word.push(c),
            _ => words.push(c.to_string()),
        }
        last = class(c);
    }
    words
}

fn mutate_words(text: &str, samples: &[String], random: &mut Random) -> String {
    let mut words = words(text);
    for _ in 0..=random.below(6) {
        let (at, other) = (random.below(words.len()), random.below(words.len()));
        if words.is_empty() {
            break;
        }
        match random.below(7) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, WORDS[random.below(WORDS.len())].to_owned()),
            2 => words[at] = format!(" {} ", WORDS[random.below(WORDS.len())]),
            3 => words.swap(at, other),
            4 => words[at] = words[other].clone(),
            5 => {
                // A piece of the text, or of another, is put in once more.
                let from = &samples[random.below(samples.len())];
                let from = self::words(from);
                let start = random.below(from.len());
                let end = (start + 1 + random.below(40)).min(from.len());
                words.splice(at..at, from[start..end].iter().cloned());
            }
            _ => {
                let end = (at + random.below(30)).min(words.len());
                words.drain(at..end);
            }
        }
    }
    words.concat()
}

fn mutate_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(8) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, random.next() as u8),
            2 => bytes[at] = random.next() as u8,
            3 => bytes[at] = b"(){}[]\"'\\#/*\n"[random.below(13)],
            4 => bytes.truncate(at),
            _ => {
                let end = (at + random.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a text; included files are sometimes there.
fn read(text: &str) {
    let loader = |path: &str, _: &Path| {
        if path.len().is_multiple_of(2) {
            return Ok((PathBuf::from(path), "byte included;\n#include \"self.h\"\n".to_owned()));
        }
        Err(std::io::Error::other("no such file"))
    };
    let reading = promela::parse(Path::new("mutant.pml"), text, &["D=1".to_owned()], &loader);
    for diagnostic in &reading.diagnostics {
        assert!(diagnostic.render(&reading.sources, true).contains(&diagnostic.message));
    }
    let errors = reading
        .diagnostics
        .iter()
        .any(|d| d.severity == burnside_lang::diagnostic::Severity::Error);
    assert_eq!(reading.model.is_none(), errors, "a model, or errors: {text}");
}

fn samples() -> Vec<String> {
    let mut samples: Vec<String> = SAMPLES.iter().map(|s| (*s).to_owned()).collect();
    let mut open: Vec<PathBuf> =
        std::env::var_os("BURNSIDE_FUZZ_DIR").map(PathBuf::from).into_iter().collect();
    while let Some(path) = open.pop() {
        if let Ok(entries) = std::fs::read_dir(&path) {
            open.extend(entries.filter_map(|e| Some(e.ok()?.path())));
        } else if path.extension().is_some_and(|e| e == "pml")
            && let Ok(bytes) = std::fs::read(&path)
        {
            samples.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    samples
}

#[test]
fn mutants_are_read_without_panic_or_hang() {
    let seconds = std::env::var("BURNSIDE_FUZZ_SECONDS").ok().and_then(|s| s.parse::<u64>().ok());
    let samples = samples();
    let (beat, watch) = mpsc::channel::<String>();
    let worker = std::thread::spawn(move || {
        let start = Instant::now();
        let mut random = Random(seconds.unwrap_or(1));
        let mut count = 0u64;
        loop {
            let done = match seconds {
                Some(limit) => start.elapsed() >= Duration::from_secs(limit),
                None => count >= 3000,
            };
            if done {
                return count;
            }
            count += 1;
            let sample = &samples[random.below(samples.len())];
            let mut mutant = if random.below(4) == 0 {
                mutate_bytes(sample, &mut random)
            } else {
                mutate_words(sample, &samples, &mut random)
            };
            if random.below(8) == 0 {
                mutant = mutate_bytes(&mutant, &mut random);
            }
            if beat.send(mutant.clone()).is_err() {
                return count;
            }
            read(&mutant);
        }
    });
    let mut last = String::new();
    loop {
        match watch.recv_timeout(Duration::from_secs(20)) {
            Ok(text) => last = text,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("hangs on:\n{last}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    assert!(worker.join().is_ok(), "panics on:\n{last}");
}

#[test]
fn samples_are_without_errors() {
    for sample in SAMPLES {
        let loader = |_: &str, _: &Path| Err(std::io::Error::other("none"));
        let reading = promela::parse(Path::new("sample.pml"), sample, &[], &loader);
        let shown: Vec<String> =
            reading.diagnostics.iter().map(|d| d.render(&reading.sources, false)).collect();
        assert!(reading.model.is_some(), "{}", shown.join("\n"));
    }
}

#[test]
fn deep_and_long_texts_are_refused_or_read() {
    let nested = |open: &str, close: &str, n: usize| {
        format!("init {{ {} skip {} }}", open.repeat(n), close.repeat(n))
    };
    let formula = |text: String| format!("byte x; init {{ skip }} ltl {{ {text} }}");
    for n in [100, 1_000, 50_000] {
        read(&nested("(", ")", n));
        read(&nested("{", "}", n));
        read(&nested("if :: ", " fi;", n));
        read(&nested("!", "", n));
        read(&nested("x[", "]", n));
        read(&format!("init {{ {} }}", vec!["1"; n].join(" + ")));
        read(&format!("init {{ ({} }}", vec!["(1"; n].join(" + 1 +") + &")".repeat(n)));
        read(&format!("byte x; init {{ x = {} }}", vec!["(1 + 2 * 3)"; n].join(" - ")));
        read(&formula("[]".repeat(n) + "x"));
        read(&formula(vec!["x"; n].join(" U ")));
        read(&formula("(".repeat(n)));
        read(&format!("init {{ {} }}", "skip unless ".repeat(n)));
        read(&format!("init {{ {} skip }}", "L: ".repeat(n)));
        read(&format!("#if {}1\n#endif\n", "(".repeat(n)));
        let chain: String =
            (0..n.min(2000)).map(|i| format!("#define A{} A{i}\n", i + 1)).collect();
        read(&format!("{chain} init {{ A{} }}", n.min(2000)));
        let types: String = (0..n.min(2000))
            .map(|i| format!("typedef T{} {{ T{i} a[9]; T{i} b }}\n", i + 1))
            .collect();
        read(&format!(
            "typedef T0 {{ byte x }}\n{types} chan q = [1] of {{ T50 }}; proctype P(T60 t) {{ q!t }} \
             init {{ skip }}"
        ));
        let calls: String = (0..n.min(100))
            .map(|i| format!("inline f{}(a) {{ f{i}(a); f{i}(a) }}\n", i + 1))
            .collect();
        read(&format!("inline f0(a) {{ a++ }}\n{calls} byte x; init {{ f{}(x) }}", n.min(100)));
    }
}
