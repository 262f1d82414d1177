//! Every wrong model of the corpus gets a message at the right place.

use burnside::load::{LoadError, load};
use burnside_testkit::corpus::entries;

#[test]
fn mistakes_are_found_where_they_are() {
    let models = entries("errors");
    assert!(models.len() >= 40, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for entry in models {
        let name = entry.name();
        let problems = match load(&entry.source()) {
            Err(LoadError::Model(problems)) => problems,
            Err(e) => panic!("{name}: {e}"),
            // What SPIN accepts against better knowledge is accepted with a warning.
            Ok(loaded) => loaded.warnings,
        };
        let text = problems.render(false);
        for (line, words) in &entry.expect.errors {
            let hit = problems.messages().any(|(at, message)| {
                let lower = message.to_lowercase();
                // The end of one line and the start of the next are the same place.
                let near = at.iter().any(|l| l.abs_diff(*line) <= 1);
                near && words.to_lowercase().split_whitespace().all(|w| lower.contains(w))
            });
            if !hit {
                wrong.push(format!("{name}: nothing about `{words}` at line {line} in\n{text}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of the expectations failed:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
