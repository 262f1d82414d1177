use burnside_logic::automaton::*;
use burnside_logic::*;
fn main() {
    for f in std::env::args().skip(1) {
        let f = parse(&f).unwrap();
        println!("{}", f.simplified().unwrap());
        for e in [Effort::Fast, Effort::Small] { for a in [Acceptance::Generalized, Acceptance::StateBuchi] {
            let x = translate(&f, Options { acceptance: a, effort: e, ..Options::default() }).unwrap();
            println!("{e:?} {a:?} {}/{} sets {}", x.states(), x.edge_count(), x.acceptance_sets());
            println!("{}", x.to_dot());
        }}
    }
}
