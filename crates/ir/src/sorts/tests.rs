//! Small systems in the text form, and what is found in them.

use super::*;
use crate::text::{parse, print};
use crate::verify;

/// Reads a system whose only process has these edges at its only location.
fn system(declarations: &str, edges: &str) -> System {
    let edges: String = edges.lines().map(|e| format!("{e} goto #0 @7:1 \"here\"\n")).collect();
    let text = format!(
        "system \"\" file \"f\" {declarations}
         process P() {{ var i: u8 var j: pid entry #0 loc #0: {edges} }}
         start P() start P()"
    );
    read(&text)
}

fn read(text: &str) -> System {
    let system = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&system), []);
    system
}

/// The class of a member and why it is broken.
fn class(system: &System, member: Member) -> (Class, Vec<Why>) {
    let sorts = infer(system);
    let class = sorts.class_of(member).expect("the member is in a sort");
    (sorts.classes[class].clone(), sorts.breaks_of(class).map(|b| b.why).collect())
}

const P: TemplateId = TemplateId(0);
const PIDS: Member = Member::Pid(P);

#[test]
fn process_ids_flow_into_plain_integers() {
    let s = system(
        "var owner: u8 var flag: u1[2]",
        "do owner := self\nwhen flag[owner] == 0 do i := owner\nwhen i == self",
    );
    let (class, breaks) = class(&s, PIDS);
    assert_eq!(class.kind, SortKind::Processes);
    let members =
        [Member::Global(VarId(0)), Member::GlobalDim(VarId(1), 0), Member::Own(P, VarId(0)), PIDS];
    assert_eq!(class.members, members);
    assert_eq!(breaks, []);
}

#[test]
fn what_tells_identifiers_apart_is_a_break() {
    let breaks = |edge: &str| class(&system("var flag: u1[2]", edge), PIDS).1;
    assert_eq!(breaks("when j == self"), []);
    assert_eq!(breaks("when j == self ? 1 : 0"), []);
    assert_eq!(breaks("when self < 2"), [Why::Order]);
    assert_eq!(breaks("when self == 1"), [Why::Literal(1)]);
    assert_eq!(breaks("when self == -(1)"), [Why::Literal(-1)]);
    assert_eq!(breaks("when !self"), [Why::Literal(0)]);
    assert_eq!(breaks("do i := self + 1"), [Why::Arithmetic]);
    assert_eq!(breaks("do i := self; i := 3"), [Why::Literal(3)]);
    assert_eq!(breaks("do i := self; i := running"), [Why::Computed]);
    assert_eq!(breaks("do i := flag[0] == 0 ? self : 5"), [Why::Literal(5)]);
    assert_eq!(breaks("when P[1]@{#0}"), [Why::Literal(1)]);
    assert_eq!(breaks("when P[self]@{#0} || enabled(self) || P[j]::i == 3"), []);
    assert_eq!(breaks("do print \"%d\", self + 1"), []);
    assert_eq!(breaks("do end"), [Why::Death]);
    // A new instance begins with j = 0, which is the id of the first process.
    assert_eq!(breaks("do run P() into j"), [Why::Literal(0), Why::Creation]);
}

#[test]
fn a_break_says_where() {
    let s = system("", "do i := self\nwhen i < 2");
    let sorts = infer(&s);
    let [only] = &sorts.breaks[..] else { panic!("one break: {:?}", sorts.breaks) };
    assert_eq!((only.template, only.edge), (Some(P), Some(EdgeId(1))));
    assert_eq!((only.origin.line, only.origin.text.as_str()), (7, "here"));
}

#[test]
fn identifiers_flow_through_messages_and_channel_variables() {
    let s = read(
        "system \"\" var a: u1[4]
         chan q: [1] of (u8, u8) chan r: [1] of (chan)
         process P() { entry #0
           loc #0: do send (1, self) to &q goto #1
           loc #1: do send (&q) to &r goto #0 }
         process Q() { var c: chan var x: u8 entry #0
           loc #0: do receive (c) from &r goto #1
           loc #1: do receive (_, x) from c goto #2
           loc #2: when a[x] == 0 goto #0 }
         start P() start Q()",
    );
    let (ids, breaks) = class(&s, PIDS);
    assert!(ids.members.contains(&Member::Field(ChanId(0), 1)));
    assert!(ids.members.contains(&Member::Own(TemplateId(1), VarId(1))));
    assert!(ids.members.contains(&Member::GlobalDim(VarId(0), 0)));
    assert!(!ids.members.contains(&Member::Field(ChanId(0), 0)), "the kind is a plain number");
    assert_eq!(breaks, []);
    let (chans, breaks) = class(&s, Member::Channel(ChanId(0)));
    assert_eq!(chans.kind, SortKind::Channels);
    assert!(chans.members.contains(&Member::Field(ChanId(1), 0)));
    assert!(!chans.members.contains(&Member::Channel(ChanId(1))), "r itself is not sent");
    assert_eq!(breaks, []);
}

#[test]
fn channels_named_at_the_start_are_known() {
    let s = read(
        "system \"\" chan q: [1] of (u8) chan r: [1] of (u8)
         process P(c: chan) { entry #0 loc #0: do send (self) to c goto #0 }
         start P(2)",
    );
    let (ids, _) = class(&s, PIDS);
    assert!(ids.members.contains(&Member::Field(ChanId(1), 0)));
    assert!(!ids.members.contains(&Member::Field(ChanId(0), 0)));
}

#[test]
fn a_number_used_as_a_channel_may_be_any() {
    let s = system("chan q: [1] of (u8) chan r: [1] of (u8)", "do i := 1\ndo send (self) to i");
    let (ids, _) = class(&s, PIDS);
    assert!(ids.members.contains(&Member::Field(ChanId(0), 0)));
    assert!(ids.members.contains(&Member::Field(ChanId(1), 0)));
}

#[test]
fn references_to_channels_outlive_their_owners() {
    let s = |last: &str| {
        read(&format!(
            "system \"\" var c: chan
             process P() {{ chan m: [1] of (u8) entry #0 loc #0: do c := &m goto #0 }}
             process Q() {{ chan n: [1] of (u8) entry #0 loc #0: {last} goto #0 }}
             process R() {{ entry #0 loc #0: do run P() goto #0 do send (self) to c goto #0 }}
             start R()"
        ))
    };
    let n = Member::OwnField(TemplateId(1), ChanId(0), 0);
    assert_eq!(infer(&s("when 1")).class_of(n), None);
    assert!(class(&s("do end"), Member::Pid(TemplateId(2))).0.members.contains(&n));
}

#[test]
fn no_channel_is_not_a_break_but_a_left_out_field_is() {
    let s = system("var c: chan chan q: [1] of (u8, u8)", "when c == 0 do c := &q\ndo c := 0");
    assert_eq!(class(&s, Member::Global(VarId(0))).1, []);
    let s = system("chan q: [1] of (u8, u8)", "do send (1) to &q\ndo receive (_, j) from &q");
    assert_eq!(class(&s, Member::Own(P, VarId(1))).1, [Why::Literal(0)]);
    let s = system("chan q: [1] of (u8)", "do send sorted (self) to &q");
    assert_eq!(class(&s, PIDS).1, [Why::Order]);
}

#[test]
fn index_sets() {
    let a = Member::GlobalDim(VarId(0), 0);
    let s = system("var a: u8[3]", "for k in 3 when a[k] == 0 do a[k] := 1");
    let (found, breaks) = class(&s, a);
    assert_eq!((found.kind, breaks), (SortKind::Index(3), vec![]));
    let s = system("var a: u8[3] var b: u8[4]", "when a[i] == b[i]");
    let (found, breaks) = class(&s, a);
    assert_eq!((found.kind, breaks), (SortKind::Index(4), vec![Why::Sizes]));
    let s = system("var a: u8[3] var x: u1", "when a[x] == 0");
    assert_eq!(class(&s, a).1, [Why::Narrow]);
    let s = system("var a: u8[3]", "when a[i] == 0 do i := (i + 1) % 3");
    assert_eq!(class(&s, a).1, [Why::Arithmetic, Why::Computed]);
    let s = system(
        "sort n: index 3 sort m: index 3 var a: u8[3<n>] var b: u8[3<m>]",
        "when a[i] == b[i]",
    );
    assert_eq!(class(&s, a).1, [Why::Mixed]);
}

#[test]
fn initial_values_count_only_within_steps() {
    let s = |start: &str| {
        read(&format!(
            "system \"\" var g: pid = 1
             process P() {{ var x: pid = 1 entry #0 loc #0: when x == self || g == self goto #0 }}
             process Q() {{ entry #0 loc #0: do {start} goto #0 }} start P() start Q()"
        ))
    };
    assert_eq!(class(&s("assert 1"), PIDS).1, []);
    assert_eq!(class(&s("run P()"), PIDS).1, [Why::Literal(1), Why::Creation]);
}

#[test]
fn annotation_is_written_once() {
    let mut s = system(
        "var owner: u8 var flag: u1[2] var a: u8[3] var b: u8[2] chan q: [1] of (u8)",
        "do owner := self; flag[owner] := 1\nwhen a[i] == b[i] do send (self) to &q",
    );
    annotate(&mut s);
    assert_eq!(verify(&s), []);
    let text = print(&s);
    assert!(text.contains("sort P: processes"), "{text}");
    assert!(text.contains("var owner: u8<P>"), "{text}");
    assert!(text.contains("chan q: [1] of (u8<P>)"), "{text}");
    let before = s.clone();
    annotate(&mut s);
    assert!(s == before, "{}", print(&s));
}
