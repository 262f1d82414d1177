/* story: After a closing brace the separator may be left out.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 9
 */
byte x;

active proctype P() {
    atomic { x = 1; x = 2 } x = 3;
    d_step { x = 4; x = 5 } { x = x + 1 } assert(x == 6);
    if :: x == 6 -> atomic { x = 7 } :: else fi
}
