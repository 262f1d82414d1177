/* story: The twin of youngest-dies-first: the younger process never ends, so the elder never leaves the state, and waiting for the count to drop is a deadlock.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 3
 */
proctype Short() {
    skip
}

proctype Waits() {
    false
}

init {
    atomic { run Short(); run Waits() };
    _nr_pr <= 2;
    assert(false)
}
