/* story: A d_step that blocks after its first statement is a run-time error (block in d_step), not a wait. SPIN ends its whole search at this error, so it has no count.
 * expect: deadlock = holds
 * expect: assertions = violated
 * spin: skip the search ends at a block inside d_step, so there is no count of states
 */
byte x;

active proctype P() {
    do
    :: d_step { x < 9; x = 1; x == 2; x = 3 }
    :: break
    od
}

active proctype Q() {
    x = 2;
    x = 4
}
