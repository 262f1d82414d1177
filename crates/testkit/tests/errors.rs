//! Every wrong model of the corpus is refused with a message at the right place.

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
            Ok(_) => {
                wrong.push(format!("{name}: accepted"));
                continue;
            }
        };
        let text = problems.render(false);
        for (line, words) in &entry.expect.errors {
            let hit = problems.messages().any(|(at, message)| {
                let lower = message.to_lowercase();
                at.contains(line) && words.to_lowercase().split_whitespace().all(|w| lower.contains(w))
            });
            if !hit {
                wrong.push(format!("{name}: nothing about `{words}` at line {line} in\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of the expectations failed:\n{}", wrong.len(), wrong.join("\n\n"));
}
