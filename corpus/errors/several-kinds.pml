/* story: A wrong field count, a missing label and an unknown proctype, one each.
 * error: 9: 2
 * error: 10: out
 * error: 15: R
 */
chan q = [2] of { byte, byte };

proctype P() {
    q ! 1, 2, 3;
    goto out
}

init {
    run P();
    run R()
}
