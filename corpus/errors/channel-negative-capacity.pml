/* story: A channel of negative capacity.
 * error: 4: q
 */
chan q = [-1] of { byte };

active proctype P() {
    q ! 1
}
