/* story: Two producers, two consumers and a buffer of two: every item is taken exactly once.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 885
 */
chan buf = [2] of { byte };
byte taken[5];

active [2] proctype Producer() {
    buf ! 1 + _pid;
    buf ! 3 + _pid
}

active [2] proctype Consumer() {
    byte v;
    buf ? v;
    taken[v]++;
    assert(taken[v] == 1);
    buf ? v;
    taken[v]++;
    assert(taken[v] == 1)
}
