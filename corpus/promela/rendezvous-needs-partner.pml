/* story: A rendezvous send without a waiting receiver is not executable, and a receive without a sender neither: crossed sends are a deadlock.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 1
 */
chan a = [0] of { byte };
chan b = [0] of { byte };

active proctype P() {
    byte v;
    a ! 1;
    b ? v
}

active proctype Q() {
    byte v;
    b ! 2;
    a ? v
}
