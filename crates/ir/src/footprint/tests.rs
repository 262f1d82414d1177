//! Small systems in the text form, and what their groups touch.

use super::*;
use crate::entity::{ChanId, LocId, VarId};
use crate::text::parse;
use crate::{Place, Scheduling, verify};

fn read(text: &str) -> System {
    let system = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&system), []);
    system
}

const P: TemplateId = TemplateId(0);

/// Some declarations, and a process with these edges at its only location.
fn one(edges: &[&str]) -> System {
    let edges: String = edges.iter().map(|e| format!("{e} goto #0\n")).collect();
    read(&format!(
        "system \"\" remember last
         var x: u8 var y: u8 var a: u8[4] var b: u8[2][3] var c: chan var w: chan[2] = &q..
         chan q: [2] of (u8) chan r: [2] of (u8) chan s: [2] of (u8, u8)
         process P(id: u8) {{ var v: u8 entry #0 loc #0: {edges} }}
         process Environment() {{ entry #0 loc #0: do x := x + 1 goto #0 }}
         start P(2) start P(3)"
    ))
}

const X: Slot = Slot::Global(VarId(0), Cells::One(0));
const Y: Slot = Slot::Global(VarId(1), Cells::One(0));

fn a(cells: Cells) -> Slot {
    Slot::Global(VarId(2), cells)
}

/// The footprint of the first edge for "an instance of P".
fn relative(edge: &str) -> Footprint {
    let system = one(&[edge]);
    Footprints::new(&system).group(&Actor::of(P), EdgeId(0)).footprint
}

/// The footprint of the first edge for process 1, which started as `P(3)`.
fn known(edge: &str) -> Footprint {
    let system = one(&[edge]);
    let actor = Actor::initial(&system, 1).expect("it runs");
    Footprints::new(&system).group(&actor, EdgeId(0)).footprint
}

#[test]
fn assignments() {
    let f = relative("when x == 1 do y := v; a[x] := 2; a[3] := 1");
    let pc = Slot::Pc(Some(P), Who::Own);
    let v = Slot::Local(P, Who::Own, VarId(1), Cells::One(0));
    assert_eq!(f.reads, [X, v, pc].into_iter().collect());
    assert_eq!(f.enabling, [X, pc].into_iter().collect());
    let written = [Y, a(Cells::All), a(Cells::One(3)), pc, Slot::Last];
    assert_eq!(f.may_write, written.into_iter().collect());
    assert_eq!(f.must_write, [Y, a(Cells::One(3)), pc, Slot::Last].into_iter().collect());
}

#[test]
fn known_processes_have_known_cells() {
    assert!(relative("do a[self] := 1").may_write.contains(a(Cells::All)));
    assert!(known("do a[self] := 1").may_write.contains(a(Cells::One(1))));
    assert!(known("do a[id] := 1").may_write.contains(a(Cells::One(3))), "id is never written");
    assert!(known("do id := 0; a[id] := 1").may_write.contains(a(Cells::All)));
    let cell = Slot::Global(VarId(3), Cells::One(5));
    assert!(known("do b[self][id - 1] := 1").must_write.contains(cell));
    assert!(known("when id == 3").reads.contains(Slot::Local(
        P,
        Who::Pid(1),
        VarId(0),
        Cells::One(0)
    )));
}

#[test]
fn channels() {
    let (q, r, s) = (0, 1, 2);
    let g = |c: u32| ChanSlot::Global(ChanId(c));
    let f = relative("do send (x) to &q");
    assert_eq!(f.channels, [(g(q), ChanOp::Send)].into());
    assert!(f.may_write.contains(Slot::Tail(g(q))) && !f.may_write.contains(Slot::Head(g(q))));
    assert!(f.enabling.contains(Slot::Head(g(q))) && f.disabling.contains(Slot::Tail(g(q))));
    let f = relative("do receive (x) from &q");
    assert!(f.may_write.contains(Slot::Head(g(q))) && !f.may_write.contains(Slot::Tail(g(q))));
    assert!(f.must_write.contains(X));
    assert!(f.enabling.contains(Slot::Tail(g(q))) && !f.disabling.contains(Slot::Tail(g(q))));
    let f = relative("do peek any (=x) from &q");
    assert!(!f.may_write.contains(Slot::Head(g(q))) && f.enabling.contains(X));
    let f = relative("do send sorted (x) to &q");
    assert!(f.may_write.contains(Slot::Head(g(q))) && f.may_write.contains(Slot::Tail(g(q))));
    let f = relative("when len(&q) == 0");
    assert!(f.reads.contains(Slot::Head(g(q))) && f.reads.contains(Slot::Tail(g(q))));

    // An array of channels that is never written, by a known and by an unknown index.
    assert_eq!(known("do send (x) to w[self]").channels, [(g(r), ChanOp::Send)].into());
    let both = [(g(q), ChanOp::Send), (g(r), ChanOp::Send)];
    assert_eq!(relative("do send (x) to w[x]").channels, both.into());
    // A variable that nothing but s flows into, and one that may be any channel with two fields.
    let system = one(&["do c := &s", "do send (x) to c"]);
    let f = Footprints::new(&system).group(&Actor::of(P), EdgeId(1)).footprint;
    assert_eq!(f.channels, [(g(s), ChanOp::Send)].into());
    let f = relative("do send (x, x) to x");
    assert_eq!(f.channels, [(g(s), ChanOp::Send)].into());
}

#[test]
fn questions_about_the_system() {
    let all = |f: &Footprint| f.enabling.contains(Slot::Everything);
    assert!(all(&relative("when timeout")) && relative("when timeout").asks.timeout);
    assert!(all(&relative("when enabled(1)")) && relative("when enabled(1)").asks.enabled);
    let f = relative("when nonprogress");
    assert!(f.reads.contains(Slot::Pc(None, Who::Any)) && f.asks.nonprogress);
    assert!(relative("when last == 1").reads.contains(Slot::Last));
    assert!(relative("when running == 1").reads.contains(Slot::Processes));
    assert!(relative("when priority(1) == 1").reads.contains(Slot::Priority(Who::Pid(1))));
    assert!(relative("do priority(x) := 1").may_write.contains(Slot::Priority(Who::Any)));
    let f = relative("when P[1]@{#0} && P[self]::v == 1");
    assert!(f.reads.contains(Slot::Pc(Some(P), Who::Pid(1))) && f.reads.contains(Slot::Processes));
    assert!(f.reads.contains(Slot::Local(P, Who::Own, VarId(1), Cells::One(0))));
    let f = relative("do run P(x)");
    assert!(f.starts.contains(&P) && f.may_write.contains(Slot::Processes));
    assert!(f.enabling.contains(Slot::Processes), "it may be started itself");
    let f = relative("do end");
    assert!(f.ends && f.disabling.contains(Slot::Processes));
    let mut system = one(&["do x := 1"]);
    system.scheduling = Scheduling::Priority;
    assert!(all(&Footprints::new(&system).group(&Actor::of(P), EdgeId(0)).footprint));
}

#[test]
fn else_and_ranks_depend_on_the_edges_before() {
    let system = one(&["when x == 1", "do receive (y) from &q", "else do y := 1"]);
    let f = Footprints::new(&system).group(&Actor::of(P), EdgeId(2)).footprint;
    let q = ChanSlot::Global(ChanId(0));
    assert!(f.asks.otherwise && f.enabling.contains(X) && f.disabling.contains(X));
    // What enables the receive disables the `else`.
    assert!(f.disabling.contains(Slot::Tail(q)) && !f.enabling.contains(Slot::Tail(q)));
    let system = one(&["when x == 1", "rank 1 when y == 1"]);
    let f = Footprints::new(&system).group(&Actor::of(P), EdgeId(1)).footprint;
    assert!(f.asks.otherwise && f.enabling.contains(X));
    let system = one(&["when x == 1", "when y == 1"]);
    let f = Footprints::new(&system).group(&Actor::of(P), EdgeId(1)).footprint;
    assert!(!f.asks.otherwise && !f.enabling.contains(X));
}

#[test]
fn a_step_goes_on_through_transit_and_held_locations() {
    let system = read(
        "system \"\" var x: u8 var y: u8 var z: u8
         process P() { entry #0
           loc #0: do x := 1 goto #1
           loc #1 [transit]: do y := 1 goto #2 hold
           loc #2: when z == 1 do z := 0 goto #0 }
         start P()",
    );
    let g = Footprints::new(&system).group(&Actor::of(P), EdgeId(0));
    let z = Slot::Global(VarId(2), Cells::One(0));
    assert_eq!(g.rests, [LocId(0), LocId(2)].into());
    assert!(g.footprint.may_write.contains(z) && g.footprint.reads.contains(z));
    assert!(g.footprint.must_write.contains(X) && g.footprint.must_write.contains(Y));
    assert!(!g.footprint.must_write.contains(z), "it may stop at #2");
    assert!(
        !g.footprint.enabling.contains(z),
        "only the first edge decides whether there is a step"
    );
    let alone = Footprints::new(&system).edge(&Actor::of(P), EdgeId(0));
    assert!(!alone.may_write.contains(Y));
}

#[test]
fn a_rendezvous_moves_its_partner() {
    let system = read(
        "system \"\" var x: u8 var y: u8 chan q: [0] of (u8) chan r: [0] of (u8)
         process P() { entry #0 loc #0: do send (x) to &q goto #0 }
         process Q() { var v: u8 entry #0
           loc #0: when y == 1 do receive (v) from &q goto #1
           loc #1: do receive (x) from &r goto #0 }
         start P() start Q()",
    );
    let q = TemplateId(1);
    let footprints = Footprints::new(&system);
    let f = footprints.group(&Actor::of(P), EdgeId(0)).footprint;
    assert_eq!(f.partners, [(q, EdgeId(0))].into());
    assert!(f.may_write.contains(Slot::Pc(Some(q), Who::Any)));
    assert!(f.may_write.contains(Slot::Local(q, Who::Any, VarId(0), Cells::One(0))));
    assert!(f.enabling.contains(Slot::Pc(Some(q), Who::Any)) && f.enabling.contains(Y));
    assert!(footprints.groups(&Actor::of(q)).is_empty(), "receivers begin no step");
}

#[test]
fn what_enables_disables_and_conflicts() {
    let system = read(
        "system \"\" var x: u8 var a: u8[2] chan q: [2] of (u8)
         process P() { entry #0
           loc #0: do send (1) to &q goto #1
           loc #1: do a[self] := 1 goto #0 }
         process Q() { entry #0
           loc #0: do receive (x) from &q goto #1
           loc #1: when a[0] == 1 goto #0 }
         start P() start P() start Q()",
    );
    let footprints = Footprints::new(&system);
    let of = |pid, e| footprints.group(&Actor::initial(&system, pid).expect("it runs"), EdgeId(e));
    let (send, set, receive, wait) = (of(0, 0), of(0, 1), of(2, 0), of(2, 1));
    assert!(send.may_enable(&receive) && receive.may_enable(&send));
    assert!(!send.may_disable(&receive) && !receive.may_disable(&send));
    assert!(!send.conflicts(&receive), "different ends commute");
    assert!(send.conflicts(&of(1, 0)), "the same end does not");
    assert!(send.may_disable(&of(1, 0)) && !send.may_enable(&of(1, 0)));
    assert!(set.may_enable(&wait) && set.conflicts(&wait));
    assert!(!of(1, 1).may_enable(&wait) && !of(1, 1).conflicts(&set), "other cells");
    // Within one process, control decides.
    assert!(send.may_enable(&set) && !set.may_enable(&set) && send.conflicts(&set));
    assert!(!send.may_disable(&set));
    // A proposition about a cell.
    let proposition = Expr::from(Place::global(VarId(1)).at(1)).equals(1);
    let visible = footprints.expr(None, &proposition);
    assert!(of(1, 1).footprint.conflicts(&visible) && !set.footprint.conflicts(&visible));
}
