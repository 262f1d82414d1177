/* story: !full(q) is not allowed in Promela; nfull(q) says it.
 * error: 8: nfull
 */
chan q = [1] of { byte };

active proctype P() {
    if
    :: !full(q) -> q ! 1
    fi
}
