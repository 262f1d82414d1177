//! Rules for disjunctions, and through negation for conjunctions.
//!
//! *Idea:* drop what is implied, join what has the same operator, and recognise unfolded operators.
//! *Source, guarantees and cost:* as for [`rewrite`](super::rewrite).

use super::rewrite::{MAX_NESTING, Rewriter};
use super::term::{Op, Term};

impl Rewriter<'_> {
    /// `a | b | …`
    pub(super) fn or(&mut self, parts: Vec<Term>) -> Term {
        let plain = self.terms.or(parts);
        let Op::Or(parts) = self.terms.op(plain).clone() else { return plain };
        if self.nesting >= MAX_NESTING {
            return plain;
        }
        self.nesting += 1;
        let result = self.or_by_rule(&parts);
        self.nesting -= 1;
        result.unwrap_or(plain)
    }

    fn or_by_rule(&mut self, parts: &[Term]) -> Option<Term> {
        // a | b = b if a => b; a | b = true if !a => b
        for (i, &a) in parts.iter().enumerate() {
            for (j, &b) in parts.iter().enumerate() {
                if i == j {
                    continue;
                }
                if self.implies(a, b) {
                    let kept = parts.iter().copied().filter(|&p| p != a).collect();
                    return Some(self.or(kept));
                }
                if i < j && self.covers(a, b) {
                    return Some(Term::TRUE);
                }
            }
        }
        for (i, &a) in parts.iter().enumerate() {
            for (j, &b) in parts.iter().enumerate() {
                if i == j {
                    continue;
                }
                if let Some(joined) = self.join(a, b) {
                    let mut kept: Vec<Term> =
                        parts.iter().copied().filter(|&p| p != a && p != b).collect();
                    kept.push(joined);
                    return Some(self.or(kept));
                }
            }
        }
        None
    }

    /// A term for `a | b` that is better than the disjunction. Called for both orders.
    fn join(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.terms.op(a).clone(), self.terms.op(b).clone()) {
            // F a | F b = F(a | b)
            (Op::Eventually(x), Op::Eventually(y)) => {
                let either = self.or(vec![x, y]);
                Some(self.eventually(either))
            }
            // X a | X b = X(a | b)
            (Op::Next(x), Op::Next(y)) => {
                let either = self.or(vec![x, y]);
                Some(self.next(either))
            }
            // G F a | G F b = G F(a | b)
            (Op::Always(x), Op::Always(y)) => {
                match (self.terms.op(x).clone(), self.terms.op(y).clone()) {
                    (Op::Eventually(x), Op::Eventually(y)) => {
                        let either = self.or(vec![x, y]);
                        let either = self.eventually(either);
                        Some(self.always(either))
                    }
                    _ => None,
                }
            }
            // (a U b) | (a U c) = a U (b | c)
            (Op::Until(x, y), Op::Until(x2, z)) if x == x2 => {
                let either = self.or(vec![y, z]);
                Some(self.until(x, either))
            }
            // (a W b) | (a W c) = (a W b) | (a U c) = a W (b | c)
            (Op::WeakUntil(x, y), Op::Until(x2, z) | Op::WeakUntil(x2, z)) if x == x2 => {
                let either = self.or(vec![y, z]);
                Some(self.weak_until(x, either))
            }
            // (a M c) | (b M c) = (a | b) M c
            (Op::StrongRelease(x, y), Op::StrongRelease(z, y2)) if y == y2 => {
                let either = self.or(vec![x, z]);
                Some(self.strong_release(either, y))
            }
            // (a R c) | (b R c) = (a R c) | (b M c) = (a | b) R c
            (Op::Release(x, y), Op::Release(z, y2) | Op::StrongRelease(z, y2)) if y == y2 => {
                let either = self.or(vec![x, z]);
                Some(self.release(either, y))
            }
            // G a | (a U b) = a W b
            (Op::Always(x), Op::Until(x2, y)) if x == x2 => Some(self.weak_until(x, y)),
            // G a | (b M a) = b R a
            (Op::Always(x), Op::StrongRelease(y, x2)) if x == x2 => Some(self.release(y, x)),
            // a | X F a = F a
            (_, Op::Next(x)) if matches!(self.terms.op(x), Op::Eventually(y) if *y == a) => Some(x),
            // a | (c & b) = a | b if !a => c
            (_, Op::And(parts)) => {
                let kept: Vec<Term> =
                    parts.iter().copied().filter(|&part| !self.covers(a, part)).collect();
                if kept.len() == parts.len() {
                    return None;
                }
                let rest = self.and(kept);
                Some(self.or(vec![a, rest]))
            }
            _ => None,
        }
    }
}
