/* story: q??<x> copies the first matching message from the middle of the queue and removes nothing.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 46
 */
chan q = [3] of { byte, byte };

active proctype P() {
    byte v;
    q ! 1, 11;
    q ! 2, 22;
    q ! 2, 23;
    q ?? <2, v>;
    assert(v == 22 && len(q) == 3);
    q ?? 2, v;
    assert(v == 22 && len(q) == 2);
    q ?? <2, v>;
    assert(v == 23 && len(q) == 2);
    q ? 1, v;
    assert(v == 11)
}

active proctype Q() {
    byte w;
end: q ?? <1, w>;
    assert(w == 11)
}
