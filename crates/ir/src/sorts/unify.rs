//! Classes of nodes that grow together: union-find with path halving and union by size.

/// Disjoint sets over `0..len`.
#[derive(Debug, Default)]
pub(super) struct Unifier {
    parent: Vec<usize>,
    size: Vec<usize>,
}

impl Unifier {
    /// A node in a class of its own.
    pub(super) fn fresh(&mut self) -> usize {
        self.parent.push(self.parent.len());
        self.size.push(1);
        self.parent.len() - 1
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    /// The node that stands for a node's class.
    pub(super) fn root(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    /// Makes one class of two; says whether they were two.
    pub(super) fn union(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        let (small, large) = if self.size[a] < self.size[b] { (a, b) } else { (b, a) };
        self.parent[small] = large;
        self.size[large] += self.size[small];
        true
    }
}
