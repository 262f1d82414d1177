/* story: q!m(a,b) and q?m(a,b) are other ways to write q!m,a,b and q?m,a,b.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 11
 */
mtype = { data, ack };
chan q = [1] of { mtype, byte, byte };
chan r = [1] of { mtype };

active proctype P() {
    q ! data(1, 2);
    r ? ack;
    q ! data, 3, 4
}

active proctype Q() {
    byte a, b;
    q ? data(a, b);
    assert(a == 1 && b == 2);
    r ! ack;
    q ? data, a, b;
    assert(a == 3 && b == 4)
}
