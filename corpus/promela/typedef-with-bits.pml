/* story: bit and unsigned fields of a record are cut to their width, an array of bits in it is not.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 8
 */
typedef T {
    bit b[2];
    bit c;
    unsigned u : 3
}
T t;

active proctype P() {
    t.b[1] = 4;
    t.c = 5;
    t.u = 9;
    assert(t.b[1] == 4 && t.b[0] == 0);
    assert(t.c == 1);
    assert(t.u == 1)
}
