/* story: The parameters of an inline are names put in for names: it can assign to them, also to array elements.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 8
 */
byte a[2], b;

inline bump(v, by) {
    v = v + by;
    assert(v >= by)
}

inline exchange(p, q) {
    d_step {
        tmp = p;
        p = q;
        q = tmp
    }
}

active proctype P() {
    byte tmp;
    bump(b, 3);
    bump(a[1], b + 1);
    exchange(a[0], a[1]);
    assert(a[0] == 4 && a[1] == 0 && b == 3)
}
