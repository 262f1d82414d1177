/* story: The twin of random-receive-copy: the copying process comes too late and waits for ever.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 10
 */
chan q = [1] of { byte };

active proctype P() {
    q ! 1;
    q ? 1
}

active proctype Q() {
    byte w;
    q ?? <w>;
    assert(w == 1)
}
