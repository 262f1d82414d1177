/* story: Inside d_step the first executable option is taken, always: 2 is never chosen.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
byte x, pick;

active proctype P() {
    x++;
    d_step {
        if
        :: x == 0 -> pick = 3
        :: x >= 1 -> pick = 1
        :: x < 9 -> pick = 2
        fi
    };
    assert(pick == 1)
}

active proctype Q() {
    x++
}
