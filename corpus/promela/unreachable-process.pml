/* story: A proctype that is never started contributes nothing to the state, though its statements are reported as unreached.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 4
 */
byte x;

proctype Never() {
    x = 99;
    assert(false)
}

active proctype P() {
    x = 1;
    x = 2
}
