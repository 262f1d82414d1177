/* story: Processes created in one atomic sequence start together: none of them moves before the last is there.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 42
 */
byte up;

proctype P() {
    assert(_nr_pr >= 4 || up > 0);
    up++
}

init {
    atomic { run P(); run P(); run P() }
}
