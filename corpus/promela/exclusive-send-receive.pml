/* story: xs and xr claims that are true leave the state space of a full search as it is.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 9
 */
chan q = [2] of { byte };

active proctype Sender() {
    xs q;
    q ! 1;
    q ! 2
}

active proctype Receiver() {
    xr q;
    byte a, b;
    q ? a;
    q ? b;
    assert(a == 1 && b == 2)
}
