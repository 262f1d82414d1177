/* story: unsigned x : n keeps n bits and is never negative.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 40
 */
unsigned u : 3 = 5;
unsigned v : 5;

active proctype P() {
    unsigned w : 2;
    byte n;
    do
    :: n < 6 -> u++; v = v + u; w = n; n++
    :: else -> break
    od;
    assert(u == 3);
    assert(w == 1);
    assert(v == 19);
    u = -1;
    assert(u == 7);
    v = 33;
    assert(v == 1)
}
