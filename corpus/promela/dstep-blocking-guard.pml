/* story: A d_step may wait at its first statement, like a guard; P waits for ever.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 27
 */
byte x, y;

active proctype P() {
    d_step { x == 2; y = 1; x = 0 };
    assert(false)
}

active [2] proctype Q() {
    x = 1;
    y++;
    x = 3
}
