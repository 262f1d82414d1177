/* story: A process that blocks inside an atomic sequence at a statement with an end label is in a valid end state.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 5
 */
byte x;

active proctype P() {
    atomic {
        x = 1;
end_wait:
        x == 7;
        x = 2
    };
    assert(false)
}

active proctype Q() {
    x == 1;
    x = 3
}
