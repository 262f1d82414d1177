//! Explores Promela models with the naive judge and compares with the expectations in their headers.
#![allow(clippy::print_stdout, reason = "a tool for a terminal")]

use burnside::load::{Source, load};

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let want = |key: &str| {
            text.lines().find_map(|l| l.split_once(key).map(|(_, v)| v.trim().to_owned()))
        };
        let defines = text
            .lines()
            .filter_map(|l| l.split_once("define: ").map(|(_, v)| v.trim().to_owned()))
            .collect();
        let source = Source { path: file.clone().into(), defines, ..Source::default() };
        match load(&source) {
            Err(burnside::load::LoadError::Model(p)) => {
                println!("{file}: ERROR\n{}", p.render(false))
            }
            Err(e) => println!("{file}: {e}"),
            Ok(loaded) => match burnside_testkit::naive::explore(&loaded.system, 60_000) {
                None => println!("{file}: too large"),
                Some(s) => {
                    let verdict = |n: u64| if n == 0 { "holds" } else { "violated" };
                    let same = want("expect: states =").is_none_or(|w| w == s.states.to_string())
                        && want("expect: deadlock =").is_none_or(|w| w == verdict(s.deadlocks))
                        && want("expect: assertions =").is_none_or(|w| w == verdict(s.faults));
                    println!(
                        "{} {file}: states {} (want {:?}) deadlock {} (want {:?}) assertions {} (want {:?}) {:?}",
                        if same { "ok  " } else { "DIFF" },
                        s.states,
                        want("expect: states ="),
                        verdict(s.deadlocks),
                        want("expect: deadlock ="),
                        verdict(s.faults),
                        want("expect: assertions ="),
                        s.fault_kinds
                    );
                }
            },
        }
    }
}
