/* story: A d_step as option of a selection: its first statement is the guard, its effects belong to the same step.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 25
 */
byte x = 2, y;

active [2] proctype P() {
    do
    :: d_step { x > 0 -> x--; y = y + 2 }; assert(y % 2 == 0)
    :: d_step { x == 0 -> y = y + 0 }; break
    od;
    assert(x == 0 && y == 4)
}
