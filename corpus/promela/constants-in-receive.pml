/* story: Constants, also negative ones, in a receive must match; a message with another value blocks the queue head.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 21
 */
chan q = [2] of { short, byte };

active proctype P() {
    byte v;
    q ? -3, v;
    assert(v == 1);
    q ? -4, v;
    assert(v == 2)
}

active proctype Q() {
    q ! -3, 1;
    if
    :: q ! -4, 2
    :: q ! 4, 2
    fi
}
