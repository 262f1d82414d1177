//! Strongly connected components.
//!
//! *Idea:* one depth-first search that keeps, for each state on the stack, the oldest state it can reach.
//! *Source:* Tarjan (1972), without recursion. *Guarantees:* components are numbered such that edges lead
//! to the same or a smaller number. *Cost:* linear.

/// A partition of states into strongly connected components.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    /// The number of the component of each state.
    pub of: Vec<usize>,
    /// How many there are.
    pub count: usize,
}

/// The strongly connected components of a graph given by successor lists.
pub(crate) fn components(adjacency: &[Vec<usize>]) -> Components {
    const NEW: usize = usize::MAX;
    let n = adjacency.len();
    let mut of = vec![NEW; n];
    let mut count = 0;
    // `low[s]`: the smallest depth-first number known to be reachable from `s` inside its component.
    let (mut number, mut low) = (vec![NEW; n], vec![NEW; n]);
    let mut clock = 0;
    let mut pending = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..n {
        if number[root] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some((state, edge)) = path.last_mut() {
            let state = *state;
            if *edge == 0 {
                number[state] = clock;
                low[state] = clock;
                clock += 1;
                pending.push(state);
            }
            if let Some(&target) = adjacency[state].get(*edge) {
                *edge += 1;
                if number[target] == NEW {
                    path.push((target, 0));
                } else if of[target] == NEW {
                    low[state] = low[state].min(number[target]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[state]);
            }
            if low[state] == number[state] {
                while let Some(member) = pending.pop() {
                    of[member] = count;
                    if member == state {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    Components { of, count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cycles_and_a_bridge() {
        let c = components(&[vec![1], vec![0, 2], vec![3], vec![2, 4], vec![]]);
        assert_eq!(c.count, 3);
        assert_eq!(c.of[0], c.of[1]);
        assert_eq!(c.of[2], c.of[3]);
        assert!(c.of[0] > c.of[2] && c.of[2] > c.of[4]);
    }

    #[test]
    fn a_self_loop_is_a_component() {
        assert_eq!(components(&[vec![0, 1], vec![]]).of, vec![1, 0]);
    }
}
