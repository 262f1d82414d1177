/* story: The twin of end-label-in-atomic: without the label the same stop is an invalid end state.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 5
 */
byte x;

active proctype P() {
    atomic {
        x = 1;
        x == 7;
        x = 2
    }
}

active proctype Q() {
    x == 1;
    x = 3
}
