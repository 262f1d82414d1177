/* story: A d_step cannot be interrupted by an escape: the unless looks only before and after it.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 5
 */
byte x, esc;

active proctype P() {
    { d_step { x = 1; x = 2; x = 3 }; x = 4 } unless { x == 2 -> esc = 1 };
    assert(x == 4 && esc == 0)
}
