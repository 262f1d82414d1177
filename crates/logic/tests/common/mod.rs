//! Random formulas and words for the tests, from seeds.
#![allow(dead_code)] // Each test file uses a part of it.

use burnside_logic::Formula;
use burnside_logic::formula::Node;
use burnside_logic::semantics::Lasso;

/// A small generator of pseudo-random numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 16) % bound
    }
}

/// A random formula with about `size` operators over propositions `p0`, `p1`, …
pub fn random_formula(random: &mut Random, size: u64, atoms: u64) -> Formula {
    if size == 0 {
        return match random.below(20) {
            0 => Formula::constant(random.below(2) == 0),
            _ => Formula::atom(&format!("p{}", random.below(atoms))),
        };
    }
    let operator = random.below(if size > 1 { 15 } else { 6 });
    let left = random.below(size);
    let mut part = |size| random_formula(random, size, atoms);
    match operator {
        0 => part(size - 1).negated(),
        1 => Node::Next(part(size - 1)).into(),
        2 | 3 => Node::Eventually(part(size - 1)).into(),
        4 | 5 => Node::Always(part(size - 1)).into(),
        6 | 7 => Node::And(vec![part(left), part(size - 1 - left)]).into(),
        8 | 9 => Node::Or(vec![part(left), part(size - 1 - left)]).into(),
        10 => Node::Until(part(left), part(size - 1 - left)).into(),
        11 => Node::Release(part(left), part(size - 1 - left)).into(),
        12 => Node::WeakUntil(part(left), part(size - 1 - left)).into(),
        13 => Node::StrongRelease(part(left), part(size - 1 - left)).into(),
        _ if random.below(2) == 0 => {
            let a = random_formula(random, left, atoms);
            Node::Implies(a, random_formula(random, size - 1 - left, atoms)).into()
        }
        _ => {
            let a = random_formula(random, left, atoms);
            Node::Equivalent(a, random_formula(random, size - 1 - left, atoms)).into()
        }
    }
}

/// A random word whose letters are sets of `atoms` propositions.
pub fn random_lasso(random: &mut Random, atoms: u64) -> Lasso<u64> {
    let mut letters = |n| (0..n).map(|_| random.below(1 << atoms)).collect::<Vec<u64>>();
    let prefix = letters(3);
    let cycle = letters(4);
    let (p, c) = (random.below(4) as usize, 1 + random.below(4) as usize);
    Lasso { prefix: prefix[..p].to_vec(), cycle: cycle[..c].to_vec() }
}

/// The truth of a formula over `p0`, `p1`, … on a word, by the direct semantics.
pub fn holds(formula: &Formula, word: &Lasso<u64>) -> bool {
    let number = |text: &str| text[1..].parse::<u64>().expect("the atoms are p0, p1, …");
    let value =
        |letter: &u64, atom: &burnside_logic::formula::Atom| letter >> number(&atom.text) & 1 == 1;
    burnside_logic::semantics::satisfies(word, formula, &value).expect("a linear formula")
}

/// The word with propositions renumbered as the automaton does.
pub fn for_automaton(automaton: &burnside_logic::Automaton, word: &Lasso<u64>) -> Lasso<u64> {
    let letter = |letter: &u64| {
        (automaton.atoms().iter().enumerate()).fold(0, |out, (i, atom)| {
            let number: u64 = atom[1..].parse().expect("the atoms are p0, p1, …");
            out | (letter >> number & 1) << i
        })
    };
    Lasso {
        prefix: word.prefix.iter().map(letter).collect(),
        cycle: word.cycle.iter().map(letter).collect(),
    }
}
