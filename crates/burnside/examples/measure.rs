use burnside::{check::check, config::*, load::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let source = Source {
        path: a[1].clone().into(),
        defines: a[2..].iter().filter(|s| !s.starts_with("--")).cloned().collect(),
        ..Default::default()
    };
    let loaded = load(&source).unwrap_or_else(|e| panic!("{e}"));
    let engine = if a.iter().any(|x| x == "--dfs") { Engine::Dfs } else { Engine::Bfs };
    let exact_steps = !a.iter().any(|x| x == "--simple");
    let c = Config { exact_steps, keep_going: true, engine, ..Default::default() };
    let r = check(&loaded, &c, &mut (), &burnside_core::Cancel::new()).unwrap();
    let p = &r.properties[0];
    println!(
        "{} states {} trans {} {:.2}s  {:.0} st/s {:.1} Mtr/s store B/st {:.1} peak B/st {:.1}",
        a[1],
        p.states,
        p.transitions,
        p.time.as_secs_f64(),
        p.states as f64 / p.time.as_secs_f64(),
        p.transitions as f64 / p.time.as_secs_f64() / 1e6,
        p.store_bytes as f64 / p.states as f64,
        p.peak_memory as f64 / p.states as f64
    );
}
