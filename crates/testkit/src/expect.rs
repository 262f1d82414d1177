//! Expectations in the header of a corpus model.
//!
//! The first comment of a model is a list of lines in a closed grammar; a word that is not in it is an
//! error, so that a mistyped expectation cannot go unnoticed.
//!
//! ```text
//! /* story: what the model guards
//!  * expect: deadlock = holds          or violated
//!  * expect: assertions = violated     run-time errors count here
//!  * expect: states = 123              with --exact-steps; SPIN's count unless `spin: skip`
//!  * define: N=3                       an option -D
//!  * spin: skip reason                 SPIN cannot serve as a judge here
//!  * error: 12: words                  (corpus/errors) a message at line 12 that has these words
//!  */
//! ```

/// What a header says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// Why the model is there.
    pub story: String,
    /// Does `deadlock` hold?
    pub deadlock: Option<bool>,
    /// Does `assertions` hold?
    pub assertions: Option<bool>,
    /// Number of states with exact steps.
    pub states: Option<u64>,
    /// Macros.
    pub defines: Vec<String>,
    /// Why SPIN is not asked.
    pub spin_skip: Option<String>,
    /// Errors: line, and words of the message.
    pub errors: Vec<(u32, String)>,
}

/// Reads the header of a model.
pub fn read(text: &str) -> Result<Expectation, String> {
    let header = text.strip_prefix("/*").and_then(|t| t.split_once("*/"));
    let (header, _) = header.ok_or("the model does not begin with a comment")?;
    let mut e = Expectation::default();
    for line in header.lines() {
        let line = line.trim_start_matches([' ', '\t', '*']).trim();
        if line.is_empty() {
            continue;
        }
        let (key, value) = line.split_once(": ").ok_or_else(|| format!("no key in `{line}`"))?;
        match key {
            "story" => e.story = value.to_owned(),
            "expect" => expectation(&mut e, value)?,
            "define" => e.defines.push(value.to_owned()),
            "spin" => {
                let reason = value.strip_prefix("skip ").ok_or("`spin:` is followed by `skip`")?;
                e.spin_skip = Some(reason.to_owned());
            }
            "error" => {
                let (line, words) = value.split_once(": ").ok_or("an error has a line")?;
                let line = line.parse().map_err(|_| format!("no line number in `{value}`"))?;
                e.errors.push((line, words.to_owned()));
            }
            other => return Err(format!("unknown key `{other}`")),
        }
    }
    if e.story.is_empty() {
        return Err("no story".into());
    }
    Ok(e)
}

fn expectation(e: &mut Expectation, text: &str) -> Result<(), String> {
    let (name, value) = text.split_once(" = ").ok_or_else(|| format!("no ` = ` in `{text}`"))?;
    let verdict = || match value {
        "holds" => Ok(Some(true)),
        "violated" => Ok(Some(false)),
        other => Err(format!("`{other}` is not a verdict")),
    };
    match name {
        "deadlock" => e.deadlock = verdict()?,
        "assertions" => e.assertions = verdict()?,
        "states" => e.states = Some(value.parse().map_err(|_| format!("no number: `{value}`"))?),
        other => return Err(format!("unknown expectation `{other}`")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_strictly() {
        let text = "/* story: s\n * expect: deadlock = holds\n * expect: states = 7\n */ skip";
        let e = read(text).unwrap();
        assert_eq!((e.deadlock, e.assertions, e.states), (Some(true), None, Some(7)));
        assert!(read("/* story: s\n * expect: deadlok = holds\n */").is_err());
        assert!(read("/* story: s\n * expect: deadlock = yes\n */").is_err());
        assert!(read("byte x;").is_err());
    }
}
