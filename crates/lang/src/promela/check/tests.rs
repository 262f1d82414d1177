//! What names and constants turn out to stand for.

use std::path::Path;

use crate::promela::ast::{Item, Step, StmtKind};
use crate::promela::resolved::{SymbolKind, Type};
use crate::promela::{Checked, parse};

#[track_caller]
fn model(text: &str) -> Checked {
    let loader = |_: &str, _: &Path| Err(std::io::Error::other("none"));
    let reading = parse(Path::new("t"), text, &[], &loader);
    match reading.model {
        Some(model) => model,
        None => panic!("{:?}", reading.diagnostics),
    }
}

fn value(model: &Checked, name: &str) -> u8 {
    let found = model.resolved.symbols.iter().find(|s| &*s.name == name);
    match found.map(|s| &s.kind) {
        Some(SymbolKind::MtypeValue { value, .. }) => *value,
        _ => 0,
    }
}

#[test]
fn mtypes_are_numbered_as_in_spin() {
    let m = model("mtype = { a, b, c }; mtype:f = { u, v }; mtype = { d e }; init { skip }");
    let values = ["a", "b", "c", "d", "e", "u", "v"].map(|n| value(&m, n));
    assert_eq!(values, [3, 2, 1, 5, 4, 2, 1]);
    assert_eq!(
        m.resolved.mtypes[0].values.iter().map(|v| &**v).collect::<Vec<_>>(),
        ["c", "b", "a", "e", "d"]
    );
}

#[test]
fn bodies() {
    let m = model(
        "typedef T { byte x; short y[2] };
         chan q = [3] of { byte, T };
         active [2] proctype P(byte a; int b) priority 7 {
             byte c; L: c = a; { byte d; d = 1 } byte e = 2; q!1, 2, 3, 4; goto L
         }",
    );
    let r = &m.resolved;
    let body = &r.bodies[0];
    assert_eq!((body.active, body.priority, body.params.len()), (2, 7, 2));
    let locals: Vec<(&str, bool, bool)> = body
        .locals
        .iter()
        .filter_map(|id| {
            let v = r.variable(*id)?;
            Some((&*r.symbol(*id).name, v.param, v.at_start))
        })
        .collect();
    assert_eq!(
        locals,
        [
            ("a", true, true),
            ("b", true, true),
            ("c", false, true),
            ("d", false, false),
            ("e", false, false),
        ]
    );
    let q = r.symbols.iter().position(|s| &*s.name == "q");
    let q = q.and_then(|i| match &r.symbols[i].kind {
        SymbolKind::Variable(v) => r.channel(v.channel?),
        _ => None,
    });
    let Some(q) = q else { panic!("q is a channel") };
    assert_eq!(q.capacity, 3);
    assert_eq!(q.flat, [Type::Byte, Type::Byte, Type::Short, Type::Short]);
    // The `goto` leads to L.
    let Some(Item::Proctype(p)) = m.program.items.iter().find(|i| matches!(i, Item::Proctype(_)))
    else {
        panic!("there is a proctype")
    };
    let Some(Step::Stmt(last)) = p.body.steps.last() else { panic!("there is a last statement") };
    assert!(matches!(last.kind, StmtKind::Goto(_)));
    assert_eq!(r.label(last.id).map(|l| &*r.labels[l.index()].name), Some("L"));
}

#[test]
fn references_lead_through_records() {
    let m = model(
        "typedef A { byte x; byte y[2] }; typedef B { int z; A a[3] }; B b[4];
         init { b[1].a[2].y[0] = 1 }",
    );
    let found = m.resolved.uses.values().find(|u| !u.fields.is_empty());
    let Some(found) = found else { panic!("a reference with fields") };
    assert_eq!(
        (found.fields.as_slice(), found.ty, found.whole_array),
        ([1u32, 1].as_slice(), Type::Byte, None)
    );
}

#[test]
fn truncation() {
    assert_eq!(Type::Byte.truncate(300), 44);
    assert_eq!(Type::Byte.truncate(-1), 255);
    assert_eq!(Type::Short.truncate(40000), -25536);
    assert_eq!(Type::Unsigned(5).truncate(33), 1);
    assert_eq!(Type::Unsigned(31).truncate(-1), i32::MAX);
    assert_eq!(Type::Bit.truncate(3), 1);
}
