/* story: q[i]?i: the channel is chosen with the old value of i.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 * spin: skip undoes the receive on the queue of the new index, so its search goes astray
 */
chan q[2] = [1] of { byte };

active proctype P() {
    byte i;
    q[0] ! 1;
    q[1] ! 5;
    q[i] ? i;
    assert(i == 1);
    q[i] ? i;
    assert(i == 5)
}

active proctype Q() {
    skip
}
