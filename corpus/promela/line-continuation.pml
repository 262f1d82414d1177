/* story: A backslash at the end of a line continues a macro, and the statements in it count one by one.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 27
 */
#define SWAP(a, b) \
    t = a; \
    a = b; \
    b = t

byte p = 1, q = 2, t;

active proctype P() {
    SWAP(p, q);
    assert(p == 2 && \
           q == 1)
}

active proctype Q() {
    byte see;
    see = p + q;
    assert(see == 3 || see == 4)
}
