/* story: A process that waits at its last statement has not ended: a false condition there is an invalid end state, though no other statement follows.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 4
 */
byte x;

active proctype P() {
    x = 1;
    x == 2
}

active proctype Q() {
    x == 1
}
