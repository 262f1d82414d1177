/* story: select (x : a .. b) sets x to any value of the range, both ends included; SPIN writes a small constant range out as one option per value, so it is a single step.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 21
 */
byte x, y;

active proctype P() {
    select (x : 2 .. 5);
    assert(x >= 2 && x <= 5);
    if
    :: x == 2 -> y = 1
    :: x == 5 -> y = 2
    :: else -> y = 3
    fi
}
