/* story: skip, true and (1) are the same always executable statement and one step each; false and 0 never execute.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 7
 */
byte x;

active proctype P() {
    skip;
    true;
    (1);
    5;
    if
    :: false -> assert(false)
    :: 0 -> assert(false)
    :: x = 1
    fi
}
