//! Boolean functions as reduced ordered decision diagrams.
//!
//! *Idea:* functions are numbers; equal functions have equal numbers. This is what makes labels of
//! automata comparable and lets the translation recognise states that mean the same.
//! *Source:* Bryant, *Graph-based algorithms for Boolean function manipulation* (1986); Minato,
//! *Fast generation of irredundant sum-of-products forms* (1993) for [`Bdd::cubes`].
//! *Where we differ:* no garbage collection, no reordering, no complement edges: formulas are small, and
//! the store lives as long as one translation. For state spaces there is the symbolic engine.
//! *Cost:* product of the operands' sizes per operation, cached.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A Boolean function in the [`Bdd`] it was built by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Fun(u32);

impl Fun {
    /// Constantly false.
    pub const FALSE: Fun = Fun(0);
    /// Constantly true.
    pub const TRUE: Fun = Fun(1);

    /// The constant with this value.
    pub fn constant(value: bool) -> Fun {
        if value { Fun::TRUE } else { Fun::FALSE }
    }
}

/// Variable of the constants: below all others.
const LEAF: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    var: u32,
    low: Fun,
    high: Fun,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Operation {
    And(Fun, Fun),
    Not(Fun),
}

/// Multiplicative hashing: keys are a few small numbers that nobody chooses maliciously.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}

/// A map for keys that are small numbers.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// The store of functions. Variables are numbers; a smaller number is tested earlier.
#[derive(Clone, Debug)]
pub(crate) struct Bdd {
    nodes: Vec<Node>,
    unique: QuickMap<Node, Fun>,
    cache: QuickMap<Operation, Fun>,
    limit: usize,
    exhausted: bool,
}

/// A conjunction of literals: variables with the value they must have, in increasing order.
pub(crate) type Product = Vec<(u32, bool)>;

impl Bdd {
    /// A store with nothing but the constants.
    pub fn new() -> Bdd {
        let leaf = |fun| Node { var: LEAF, low: fun, high: fun };
        Bdd {
            nodes: vec![leaf(Fun::FALSE), leaf(Fun::TRUE)],
            unique: QuickMap::default(),
            cache: QuickMap::default(),
            limit: usize::MAX,
            exhausted: false,
        }
    }

    /// Runs `work`, in which at most `nodes` new nodes may be needed. `None` if that was too few: results
    /// inside `work` are then arbitrary from some point on and must not be used. The store stays sound.
    pub fn within<T>(&mut self, nodes: usize, work: impl FnOnce(&mut Bdd) -> T) -> Option<T> {
        self.limit = self.nodes.len().saturating_add(nodes);
        let result = work(self);
        self.limit = usize::MAX;
        let exhausted = std::mem::replace(&mut self.exhausted, false);
        (!exhausted).then_some(result)
    }

    /// Has the limit of [`Bdd::within`] been reached, so that going on is useless?
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    fn node(&self, f: Fun) -> Node {
        self.nodes[f.0 as usize]
    }

    /// The first variable that is tested; `None` for a constant.
    pub fn top(&self, f: Fun) -> Option<u32> {
        Some(self.node(f).var).filter(|&var| var != LEAF)
    }

    /// The function where its first variable is false, and where it is true.
    pub fn branches(&self, f: Fun) -> (Fun, Fun) {
        (self.node(f).low, self.node(f).high)
    }

    fn make(&mut self, var: u32, low: Fun, high: Fun) -> Fun {
        if low == high {
            return low;
        }
        if self.nodes.len() >= self.limit {
            self.exhausted = true;
        }
        if self.exhausted {
            return Fun::FALSE;
        }
        let node = Node { var, low, high };
        let fresh = Fun(self.nodes.len() as u32);
        let fun = *self.unique.entry(node).or_insert(fresh);
        if fun == fresh {
            self.nodes.push(node);
        }
        fun
    }

    /// The function that is `value` where the variable is true.
    pub fn literal(&mut self, var: u32, value: bool) -> Fun {
        self.make(var, Fun::constant(!value), Fun::constant(value))
    }

    /// The conjunction.
    pub fn and(&mut self, f: Fun, g: Fun) -> Fun {
        match (f, g) {
            (Fun::FALSE, _) | (_, Fun::FALSE) => return Fun::FALSE,
            (Fun::TRUE, h) | (h, Fun::TRUE) => return h,
            _ if f == g => return f,
            _ if self.exhausted => return Fun::FALSE,
            _ => {}
        }
        let key = Operation::And(f.min(g), f.max(g));
        if let Some(&result) = self.cache.get(&key) {
            return result;
        }
        let var = self.node(f).var.min(self.node(g).var);
        let ((f0, f1), (g0, g1)) = (self.split(f, var), self.split(g, var));
        let (low, high) = (self.and(f0, g0), self.and(f1, g1));
        let result = self.make(var, low, high);
        if !self.exhausted {
            self.cache.insert(key, result);
        }
        result
    }

    /// The negation.
    pub fn not(&mut self, f: Fun) -> Fun {
        match f {
            Fun::FALSE => return Fun::TRUE,
            Fun::TRUE => return Fun::FALSE,
            _ if self.exhausted => return Fun::FALSE,
            _ => {}
        }
        if let Some(&result) = self.cache.get(&Operation::Not(f)) {
            return result;
        }
        let Node { var, low, high } = self.node(f);
        let (low, high) = (self.not(low), self.not(high));
        let result = self.make(var, low, high);
        if !self.exhausted {
            self.cache.insert(Operation::Not(f), result);
            self.cache.insert(Operation::Not(result), f);
        }
        result
    }

    /// The disjunction.
    pub fn or(&mut self, f: Fun, g: Fun) -> Fun {
        match (f, g) {
            (Fun::TRUE, _) | (_, Fun::TRUE) => return Fun::TRUE,
            (Fun::FALSE, h) | (h, Fun::FALSE) => return h,
            _ => {}
        }
        let (f, g) = (self.not(f), self.not(g));
        let neither = self.and(f, g);
        self.not(neither)
    }

    /// `f` and not `g`.
    pub fn minus(&mut self, f: Fun, g: Fun) -> Fun {
        let g = self.not(g);
        self.and(f, g)
    }

    /// Is `g` true wherever `f` is?
    pub fn implies(&mut self, f: Fun, g: Fun) -> bool {
        self.minus(f, g) == Fun::FALSE
    }

    /// Can both be true?
    pub fn intersects(&mut self, f: Fun, g: Fun) -> bool {
        self.and(f, g) != Fun::FALSE
    }

    fn split(&self, f: Fun, var: u32) -> (Fun, Fun) {
        if self.node(f).var == var { self.branches(f) } else { (f, f) }
    }

    /// The conjunction of literals as a function.
    pub fn product(&mut self, literals: impl DoubleEndedIterator<Item = (u32, bool)>) -> Fun {
        literals.rev().fold(Fun::TRUE, |f, (var, value)| {
            let literal = self.literal(var, value);
            self.and(literal, f)
        })
    }

    /// An irredundant sum of prime products that equals the function, in a fixed order.
    pub fn cubes(&mut self, f: Fun) -> Vec<Product> {
        self.cubes_within(f, usize::MAX).unwrap_or_default()
    }

    /// The same, unless there are more than `limit` products.
    pub fn cubes_within(&mut self, f: Fun, limit: usize) -> Option<Vec<Product>> {
        let mut out = Vec::new();
        self.collect_cubes(f, f, &mut Vec::new(), &mut out, limit);
        (out.len() <= limit).then_some(out)
    }

    /// Appends products, each joined with `prefix`, whose sum lies between `lower` and `upper`, and
    /// returns the sum (without the prefix).
    fn collect_cubes(
        &mut self,
        lower: Fun,
        upper: Fun,
        prefix: &mut Product,
        out: &mut Vec<Product>,
        limit: usize,
    ) -> Fun {
        if lower == Fun::FALSE || out.len() > limit || self.exhausted {
            return Fun::FALSE;
        }
        if upper == Fun::TRUE {
            out.push(prefix.clone());
            return Fun::TRUE;
        }
        let var = self.node(lower).var.min(self.node(upper).var);
        let ((l0, l1), (u0, u1)) = (self.split(lower, var), self.split(upper, var));
        let mut side = |bdd: &mut Bdd, value, lower, upper| {
            prefix.push((var, value));
            let sum = bdd.collect_cubes(lower, upper, prefix, out, limit);
            prefix.pop();
            sum
        };
        // What only one side allows must mention the variable; the rest need not.
        let only_low = self.minus(l0, u1);
        let low = side(self, false, only_low, u0);
        let only_high = self.minus(l1, u0);
        let high = side(self, true, only_high, u1);
        let (rest_low, rest_high) = (self.minus(l0, low), self.minus(l1, high));
        let (rest, both) = (self.or(rest_low, rest_high), self.and(u0, u1));
        let common = self.collect_cubes(rest, both, prefix, out, limit);
        let (low, high) = (self.or(low, common), self.or(high, common));
        self.make(var, low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All functions of three variables, built from their truth tables.
    fn from_table(bdd: &mut Bdd, table: u32) -> Fun {
        (0..8).filter(|row| table >> row & 1 == 1).fold(Fun::FALSE, |f, row| {
            let product = bdd.product((0..3).map(|var| (var, row >> var & 1 == 1)));
            bdd.or(f, product)
        })
    }

    #[test]
    fn functions_of_three_variables_are_canonical() {
        let mut bdd = Bdd::new();
        let all: Vec<Fun> = (0..256).map(|table| from_table(&mut bdd, table)).collect();
        for (i, &f) in all.iter().enumerate() {
            assert_eq!(bdd.not(f), all[255 - i]);
            for (j, &g) in all.iter().enumerate() {
                assert_eq!(bdd.and(f, g), all[i & j]);
                assert_eq!(bdd.or(f, g), all[i | j]);
                assert_eq!(bdd.implies(f, g), i & !j == 0);
            }
        }
    }

    #[test]
    fn cubes_sum_up_to_the_function_and_none_is_superfluous() {
        let mut bdd = Bdd::new();
        for table in 0..256 {
            let f = from_table(&mut bdd, table);
            let cubes = bdd.cubes(f);
            let sum = |bdd: &mut Bdd, skip: usize| {
                cubes.iter().enumerate().filter(|(i, _)| *i != skip).fold(
                    Fun::FALSE,
                    |sum, (_, cube)| {
                        let product = bdd.product(cube.iter().copied());
                        bdd.or(sum, product)
                    },
                )
            };
            assert_eq!(sum(&mut bdd, usize::MAX), f);
            (0..cubes.len()).for_each(|skip| assert_ne!(sum(&mut bdd, skip), f));
        }
    }
}
