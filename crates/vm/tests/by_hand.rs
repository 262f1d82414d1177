//! Small systems by hand, one per corner that random ones rarely turn.

mod agree;

use burnside_core::{Successors, TransitionSystem};
use burnside_ir::*;
use burnside_vm::{Explanation, Machine, Owner, Shape};

fn var(name: &str, ty: Type, len: u32, init: Init) -> Var {
    let dims = if len == 0 { vec![] } else { vec![Dim { len, sort: None }] };
    Var { name: name.into(), ty, dims, init, shown: true }
}

fn int(v: i32) -> Init {
    Init::Expr(Expr::Int(v))
}

fn global(i: u32) -> Expr {
    Expr::load(Scope::Global, VarId(i))
}

fn set(place: Place, e: Expr) -> Op {
    Op::Assign(vec![(place, e)])
}

fn edge(from: u32, to: u32, guard: Expr, op: Op) -> Edge {
    let (from, to, guard) = (LocId(from), LocId(to), Guard::When(guard));
    Edge { from, to, params: vec![], guard, op, hold: false, rank: 0, origin: Origin::default() }
}

fn holding(edge: Edge) -> Edge {
    Edge { hold: true, ..edge }
}

fn template(locs: usize, vars: Vec<Var>, edges: Vec<Edge>) -> Template {
    let mut template = Template {
        name: "t".into(),
        vars,
        params: 0,
        chans: vec![],
        locs: vec![Loc::default(); locs],
        edges,
        entry: LocId(0),
        provided: None,
        origin: Origin::default(),
    };
    template.seal();
    template
}

fn start(template: u32) -> Start {
    Start { template: TemplateId(template), args: vec![], priority: 1 }
}

fn system(globals: Vec<Var>, templates: Vec<Template>, initial: &[u32]) -> System {
    let initial = initial.iter().map(|t| start(*t)).collect();
    System { globals, templates, initial, ..System::default() }
}

fn run(template: u32) -> Op {
    Op::Run { template: TemplateId(template), args: vec![], priority: 1, pid: None }
}

fn first_fault(machine: &Machine) -> (FaultKind, EdgeId) {
    let (mut scratch, mut out) = (machine.scratch(), Successors::new(machine.state_len()));
    machine.initial(&mut scratch, &mut out).unwrap();
    let state = out.state(0).to_vec();
    out.clear();
    machine.successors(&state, &mut scratch, &mut out).unwrap();
    match machine.explain(out.dead_ends()[0].fault.unwrap()) {
        Explanation::Edge(fault) => (fault.kind, fault.edge),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_indivisible_step_that_does_not_end_is_a_fault() {
    let one = Expr::TRUE;
    let mut t =
        template(2, vec![], vec![edge(0, 1, one.clone(), Op::Skip), edge(1, 1, one, Op::Skip)]);
    t.locs[1].transit = true;
    let system = system(vec![], vec![t], &[0]);
    let machine = Machine::new(&system, &Shape::probe(&system), &[]).unwrap();
    assert_eq!(first_fault(&machine), (FaultKind::Endless, EdgeId(0)));
}

#[test]
fn an_atomic_loop_without_a_way_out_is_a_fault() {
    let forever = template(
        2,
        vec![],
        vec![holding(edge(0, 1, Expr::TRUE, Op::Skip)), holding(edge(1, 1, Expr::TRUE, Op::Skip))],
    );
    let system = system(vec![], vec![forever], &[0]);
    agree::compare(&system, &[], Shape::probe(&system), 10);
    let machine = Machine::new(&system, &Shape::probe(&system), &[]).unwrap();
    assert_eq!(first_fault(&machine), (FaultKind::Endless, EdgeId(0)));
}

#[test]
fn a_long_atomic_chain_passes_each_state_once() {
    let x = || Place::global(VarId(0));
    let plus = |c| set(x(), Expr::binary(Binary::Add, global(0), Expr::Int(c)));
    let below = Expr::binary(Binary::Lt, global(0), Expr::Int(200));
    let t = template(
        2,
        vec![],
        vec![
            holding(edge(0, 0, below.clone(), plus(1))),
            holding(edge(0, 0, below, plus(2))),
            edge(0, 1, Expr::TRUE, Op::Skip),
        ],
    );
    let system = system(vec![var("x", Type::BYTE, 0, int(0))], vec![t], &[0]);
    let done = agree::compare(&system, &[], Shape::probe(&system), 1000);
    assert_eq!(done.states, 203); // the initial one, and one for each value at the end
}

#[test]
fn a_slot_is_shared_by_templates_and_grows_on_demand() {
    let parent = template(
        3,
        vec![],
        vec![
            edge(0, 1, Expr::TRUE, run(1)),
            edge(0, 2, Expr::TRUE, run(2)),
            edge(1, 0, Expr::binary(Binary::Eq, Expr::Running, Expr::Int(1)), Op::Skip),
            edge(2, 0, Expr::binary(Binary::Eq, Expr::Running, Expr::Int(1)), Op::Skip),
        ],
    );
    let small = template(1, vec![], vec![edge(0, 0, Expr::TRUE, Op::End)]);
    let step = |op| {
        set(Place::own(VarId(0)), Expr::binary(op, Expr::load(Scope::Own, VarId(0)), Expr::Int(1)))
    };
    let large = template(
        2,
        vec![var("n", Type::INT, 0, int(-7)), var("a", Type::BYTE, 5, int(3))],
        vec![edge(0, 1, Expr::TRUE, step(Binary::Sub)), edge(1, 1, Expr::TRUE, Op::End)],
    );
    let system = system(vec![], vec![parent, small, large], &[0]);
    let done = agree::compare(&system, &[], Shape::initial(&system), 100);
    assert_eq!(done.restarts, 2);
    let probed = Shape::probe(&system);
    assert_eq!(probed.slots()[1], [TemplateId(1), TemplateId(2)]);
    assert_eq!(agree::compare(&system, &[], probed, 100).restarts, 0);
}

#[test]
fn the_256th_process_is_a_fault() {
    let parent = template(1, vec![], vec![edge(0, 0, Expr::TRUE, run(1))]);
    let child = template(1, vec![], vec![]);
    let system = system(vec![], vec![parent, child], &[0]);
    let mut shape = Shape::initial(&system);
    (1..MAX_PROCESSES).for_each(|slot| {
        let child = Process {
            template: TemplateId(1),
            loc: LocId(0),
            vars: vec![],
            chans: vec![],
            priority: 1,
        };
        let procs = vec![child; slot + 1];
        let mut grown = State { globals: vec![], chans: vec![], procs, last: 0 };
        grown.procs[0].template = TemplateId(0);
        shape.include(&grown);
    });
    let done = agree::compare(&system, &[], shape, 1000);
    assert_eq!((done.states, done.faults), (255, 1));
}

#[test]
fn a_channel_variable_may_hold_nonsense() {
    let t = template(
        1,
        vec![],
        vec![edge(0, 0, Expr::TRUE, set(Place::global(VarId(0)), Expr::Int(700)))],
    );
    let system = system(vec![var("c", Type::CHAN, 0, int(0))], vec![t], &[0]);
    assert_eq!(agree::compare(&system, &[], Shape::probe(&system), 10).restarts, 1);
}

#[test]
fn a_message_survives_the_chain_of_its_first_receiver() {
    // 0 sends to 1 or 2; 1 goes on at once and sends something else to 3.
    let send = |chan, v| Op::Send {
        chan: Expr::Chan(ChanId(chan)),
        args: vec![Expr::Int(v)],
        sorted: false,
    };
    let receive = |chan, var| Op::Receive {
        chan: Expr::Chan(ChanId(chan)),
        fields: vec![Pattern::Bind(Place::global(VarId(var)))],
        anywhere: false,
        keep: false,
    };
    let sender = template(2, vec![], vec![edge(0, 1, Expr::TRUE, send(0, 7))]);
    let relay = template(
        3,
        vec![],
        vec![holding(edge(0, 1, Expr::TRUE, receive(0, 0))), edge(1, 2, Expr::TRUE, send(1, 9))],
    );
    let plain = template(2, vec![], vec![edge(0, 1, Expr::TRUE, receive(0, 1))]);
    let last = template(2, vec![], vec![edge(0, 1, Expr::TRUE, receive(1, 2))]);
    let names = ["a", "b", "c"];
    let globals = names.iter().map(|n| var(n, Type::BYTE, 0, int(0))).collect();
    let chan = Channel { name: "q".into(), capacity: 0, fields: vec![Type::BYTE] };
    let mut system = system(globals, vec![sender, relay, plain, last], &[0, 1, 2, 3]);
    system.chans = vec![chan.clone(), chan];
    let done = agree::compare(&system, &[], Shape::probe(&system), 10);
    assert_eq!(done.states, 3);
}

#[test]
fn a_message_survives_the_effects_of_its_first_receiver() {
    // The first receiver goes on to start a process with another argument.
    let fields = |var| vec![Pattern::Bind(Place::global(VarId(var)))];
    let chan = || Expr::Chan(ChanId(0));
    let send = Op::Send { chan: chan(), args: vec![Expr::Int(7)], sorted: false };
    let receive =
        |var| Op::Receive { chan: chan(), fields: fields(var), anywhere: false, keep: false };
    let sender = template(2, vec![], vec![edge(0, 1, Expr::TRUE, send)]);
    let template_id = TemplateId(3);
    let run = Op::Run { template: template_id, args: vec![Expr::Int(9)], priority: 1, pid: None };
    let mut first =
        template(3, vec![], vec![edge(0, 1, Expr::TRUE, receive(0)), edge(1, 2, Expr::TRUE, run)]);
    first.locs[1].transit = true;
    let second = template(2, vec![], vec![edge(0, 1, Expr::TRUE, receive(1))]);
    let mut child = template(1, vec![var("p", Type::BYTE, 0, int(0))], vec![]);
    child.params = 1;
    let globals = ["a", "b"].iter().map(|n| var(n, Type::BYTE, 0, int(0))).collect();
    let mut system = system(globals, vec![sender, first, second, child], &[0, 1, 2]);
    system.chans = vec![Channel { name: "q".into(), capacity: 0, fields: vec![Type::BYTE] }];
    assert_eq!(agree::compare(&system, &[], Shape::probe(&system), 10).states, 3);
}

#[test]
fn ranks_and_priorities_decide_who_receives() {
    let receive = || Op::Receive {
        chan: Expr::Chan(ChanId(0)),
        fields: vec![Pattern::Any],
        anywhere: false,
        keep: false,
    };
    let send = Op::Send { chan: Expr::Chan(ChanId(0)), args: vec![Expr::Int(1)], sorted: false };
    let sender = template(2, vec![], vec![edge(0, 1, Expr::TRUE, send)]);
    let receiver = template(
        3,
        vec![],
        vec![
            edge(0, 1, global(0), receive()),
            Edge { rank: 1, ..edge(0, 2, Expr::TRUE, receive()) },
        ],
    );
    let first = var("g", Type::BOOL, 0, Init::Any(vec![0, 1]));
    let mut system = system(vec![first], vec![sender, receiver], &[0, 1, 1, 1]);
    system.chans = vec![Channel { name: "q".into(), capacity: 0, fields: vec![Type::BYTE] }];
    let free = agree::compare(&system, &[], Shape::probe(&system), 100);
    assert_eq!(free.steps, 2 * 3);
    for (start, priority) in system.initial.iter_mut().zip([9, 1, 4, 4]) {
        start.priority = priority;
    }
    system.scheduling = Scheduling::Priority;
    let ranked = agree::compare(&system, &[], Shape::probe(&system), 100);
    assert_eq!(ranked.steps, 2 * 2);
}

#[test]
fn a_question_may_lead_to_another() {
    // Process 0 may move if 1 may, which may move if 2 may, which may once.
    let next = Expr::binary(Binary::Add, Expr::SelfPid, Expr::Int(1));
    let asks = Expr::binary(Binary::Add, Expr::Int(-1), Expr::Enabled(Box::new(next)));
    let asks = Expr::binary(Binary::Eq, asks, Expr::Int(0));
    let asking = template(1, vec![], vec![edge(0, 0, asks, Op::Skip)]);
    let free = Expr::binary(Binary::Eq, global(0), Expr::Int(0));
    let last =
        template(1, vec![], vec![edge(0, 0, free, set(Place::global(VarId(0)), Expr::TRUE))]);
    let system = system(vec![var("g", Type::BOOL, 0, int(0))], vec![asking, last], &[0, 0, 1]);
    let done = agree::compare(&system, &[], Shape::probe(&system), 100);
    assert_eq!((done.states, done.steps), (2, 3));
}

#[test]
fn processes_that_ask_each_other_get_an_answer() {
    let other = Expr::binary(Binary::Sub, Expr::Int(1), Expr::SelfPid);
    let t = template(1, vec![], vec![edge(0, 0, Expr::Enabled(Box::new(other)), Op::Skip)]);
    let system = system(vec![], vec![t], &[0, 0]);
    let machine = Machine::new(&system, &Shape::probe(&system), &[]).unwrap();
    let (mut scratch, mut out) = (machine.scratch(), Successors::new(machine.state_len()));
    machine.initial(&mut scratch, &mut out).unwrap();
    let state = out.state(0).to_vec();
    out.clear();
    machine.successors(&state, &mut scratch, &mut out).unwrap();
    assert!(out.is_empty());
}

#[test]
fn what_never_changes_takes_no_room() {
    let table = var("table", Type::BYTE, 4, Init::Cells(vec![5, 6, 7]));
    let index = Place { scope: Scope::Global, var: VarId(0), index: vec![global(1)] };
    let t = template(
        1,
        vec![],
        vec![edge(
            0,
            0,
            Expr::TRUE,
            set(
                Place::global(VarId(1)),
                Expr::binary(Binary::Sub, Expr::Load(index), Expr::Int(5)),
            ),
        )],
    );
    let system =
        system(vec![table, var("x", Type::of(Repr::Unsigned(2)), 0, int(3))], vec![t], &[0]);
    agree::compare(&system, &[], Shape::probe(&system), 100);
    let machine = Machine::new(&system, &Shape::probe(&system), &[]).unwrap();
    let fields = machine.layout().fields(&system);
    let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["x", "_pc"]);
    assert_eq!(fields[1].owner, Owner::Process(0, TemplateId(0)));
    assert_eq!((fields[0].bit, fields[1].bit), (0, 8));
}

#[test]
fn coverage_tells_which_edges_were_executed() {
    let t = template(
        2,
        vec![],
        vec![
            edge(0, 1, Expr::TRUE, Op::Skip),
            edge(0, 1, Expr::Int(0), Op::Skip),
            edge(1, 0, Expr::TRUE, Op::End),
        ],
    );
    let system = system(vec![], vec![t], &[0]);
    let machine = Machine::new(&system, &Shape::probe(&system), &[]).unwrap();
    let (mut scratch, mut out) = (machine.scratch(), Successors::new(machine.state_len()));
    machine.initial(&mut scratch, &mut out).unwrap();
    let state = out.state(0).to_vec();
    out.clear();
    machine.successors(&state, &mut scratch, &mut out).unwrap();
    let reached = |edge| machine.reached(&scratch, TemplateId(0), EdgeId(edge));
    assert_eq!((reached(0), reached(1), reached(2)), (true, false, false));
}
