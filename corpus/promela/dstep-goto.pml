/* story: goto and labels wholly inside a d_step are allowed; the jump back does not make a state.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
byte x, y;

active [2] proctype P() {
    d_step {
        y = 0;
back:
        y++;
        x++;
        if
        :: y < 3 -> goto back
        :: else -> skip
        fi
    };
    assert(y == 3 && x % 3 == 0)
}
