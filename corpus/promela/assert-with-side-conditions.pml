/* story: An assertion over a channel and a remote label that fails on some runs only.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 13
 */
chan q = [2] of { byte };

active proctype P() {
    q ! 1;
mid:
    q ! 2
}

active proctype Q() {
    assert(len(q) < 2 || !P[0]@mid);
    assert(len(q) != 1)
}
