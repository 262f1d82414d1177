/* story: A received value is cut to the variable it is stored in, which may be narrower than the field.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 10
 */
chan q = [1] of { int };

active proctype P() {
    q ! 259;
    q ! 7
}

active proctype Q() {
    byte b;
    bit t;
    q ? b;
    assert(b == 3);
    q ? t;
    assert(t == 1)
}
