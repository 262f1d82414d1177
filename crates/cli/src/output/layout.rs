//! How JSON is laid out: spread over lines where people look, one line per entry of long lists.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};

/// As text, with a newline at the end; what is nested deeper than `depth` stays on one line.
pub fn pretty(value: &impl Serialize, depth: usize) -> String {
    let mut bytes = Vec::new();
    let layout = Layout { pretty: PrettyFormatter::new(), level: 0, depth };
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, layout);
    // These values have no map keys that are not strings, the only thing that could fail.
    let _ = value.serialize(&mut serializer);
    bytes.push(b'\n');
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Spreads the outer levels over lines and keeps the inner ones together.
struct Layout {
    pretty: PrettyFormatter<'static>,
    level: usize,
    depth: usize,
}

impl Layout {
    /// What comes before an entry on a level that is kept on one line.
    fn separate<W: ?Sized + Write>(&self, out: &mut W, first: bool) -> Option<io::Result<()>> {
        let compact = self.level > self.depth;
        compact.then(|| if first { Ok(()) } else { out.write_all(b", ") })
    }
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.level += 1;
        if self.level > self.depth { out.write_all(b"[") } else { self.pretty.begin_array(out) }
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.level -= 1;
        if self.level >= self.depth { out.write_all(b"]") } else { self.pretty.end_array(out) }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let separated = self.separate(out, first);
        separated.unwrap_or_else(|| self.pretty.begin_array_value(out, first))
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.level += 1;
        if self.level > self.depth { out.write_all(b"{") } else { self.pretty.begin_object(out) }
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.level -= 1;
        if self.level >= self.depth { out.write_all(b"}") } else { self.pretty.end_object(out) }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let separated = self.separate(out, first);
        separated.unwrap_or_else(|| self.pretty.begin_object_key(out, first))
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_levels_stay_on_one_line() {
        let value = serde_json::json!({"a": [], "b": [{"c": [1, {}]}, 2]});
        assert_eq!(
            pretty(&value, 2),
            "{\n  \"a\": [],\n  \"b\": [\n    {\"c\": [1, {}]},\n    2\n  ]\n}\n"
        );
    }
}
