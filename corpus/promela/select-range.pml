/* story: select (x : a .. b) sets x to any value of the range, both ends included, by counting up; each value on the way is a state.
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
