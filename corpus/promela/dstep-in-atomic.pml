/* story: A d_step nested in an atomic sequence, and a blocking statement after it.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
byte x, y;

active proctype P() {
    atomic {
        d_step { x = 1; x = 2 };
        y = 1;
        x == 5;
        d_step { y = 7; y = 8 };
        x = 6
    }
}

active proctype Q() {
    y == 1;
    assert(x == 2);
    x = 5;
    y != 7;
    assert(y == 1 || y == 8)
}
