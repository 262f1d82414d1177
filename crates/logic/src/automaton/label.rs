//! Labels of finished automata.

use std::fmt;

use crate::bdd::{Bdd, Fun};

/// A conjunction of literals over at most 64 propositions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube {
    /// The propositions that must hold, one bit each.
    pub positive: u64,
    /// The propositions that must not hold.
    pub negative: u64,
}

impl Cube {
    /// Is it true where exactly the propositions of `letter` hold?
    pub fn matches(self, letter: u64) -> bool {
        letter & self.positive == self.positive && letter & self.negative == 0
    }
}

/// A set of letters: a disjunction of cubes, none of which is superfluous.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label(Box<[Cube]>);

impl Label {
    /// The disjunction of cubes. It is false without any, and true with one that demands nothing.
    pub fn new(cubes: Vec<Cube>) -> Label {
        Label(cubes.into())
    }

    /// The cubes.
    pub fn cubes(&self) -> &[Cube] {
        &self.0
    }

    /// Is it true where exactly the propositions of `letter` hold?
    pub fn matches(&self, letter: u64) -> bool {
        self.0.iter().any(|cube| cube.matches(letter))
    }

    /// Is it true of all letters?
    pub fn is_true(&self) -> bool {
        self.0.iter().any(|cube| cube.positive == 0 && cube.negative == 0)
    }

    /// The propositions it mentions, one bit each.
    pub fn support(&self) -> u64 {
        self.0.iter().fold(0, |all, cube| all | cube.positive | cube.negative)
    }

    pub(crate) fn from_function(bdd: &mut Bdd, function: Fun) -> Label {
        let cube = |product: Vec<(u32, bool)>| {
            product.into_iter().fold(Cube { positive: 0, negative: 0 }, |cube, (var, value)| {
                let bit = 1 << var;
                match value {
                    true => Cube { positive: cube.positive | bit, ..cube },
                    false => Cube { negative: cube.negative | bit, ..cube },
                }
            })
        };
        Label(bdd.cubes(function).into_iter().map(cube).collect())
    }

    pub(crate) fn to_function(&self, bdd: &mut Bdd) -> Fun {
        self.0.iter().fold(Fun::FALSE, |sum, cube| {
            let literals = (0..64u32)
                .filter(|i| (cube.positive | cube.negative) >> i & 1 == 1)
                .map(|i| (i, cube.positive >> i & 1 == 1));
            let product = match cube.positive & cube.negative {
                0 => bdd.product(literals),
                _ => Fun::FALSE,
            };
            bdd.or(sum, product)
        })
    }

    /// The label as text; `literal` writes a proposition by its number.
    pub fn write(
        &self,
        f: &mut impl fmt::Write,
        symbols: LabelSymbols,
        literal: impl Fn(usize) -> String,
    ) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(symbols.false_);
        }
        for (i, cube) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(symbols.or)?;
            }
            let mut first = true;
            for var in (0..64).filter(|var| (cube.positive | cube.negative) >> var & 1 == 1) {
                if !std::mem::take(&mut first) {
                    f.write_str(symbols.and)?;
                }
                if cube.negative >> var & 1 == 1 {
                    f.write_char('!')?;
                }
                f.write_str(&literal(var))?;
            }
            if first {
                f.write_str(symbols.true_)?;
            }
        }
        Ok(())
    }
}

/// How the parts of a [`Label`] are joined.
#[derive(Clone, Copy, Debug)]
pub struct LabelSymbols {
    /// Between literals.
    pub and: &'static str,
    /// Between cubes.
    pub or: &'static str,
    /// The label of all letters.
    pub true_: &'static str,
    /// The label of no letter.
    pub false_: &'static str,
}
