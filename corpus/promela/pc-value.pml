/* story: pc_value(p) is the number of the control state of process p; it changes when p moves.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 42
 */
byte x;

active proctype P() {
    x = 1;
    x = 2
}

active proctype Q() {
    byte a, b;
    a = pc_value(0);
    b = pc_value(0);
    assert(b == a || x > 0);
    a = 0;
    b = 0
}
