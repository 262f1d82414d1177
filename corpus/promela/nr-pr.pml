/* story: _nr_pr is the number of processes that are there, and it is a part of the state like any other variable.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 32
 */
byte peak;

proctype Kid() {
    skip
}

init {
    assert(_nr_pr == 1);
    run Kid();
    run Kid();
    peak = _nr_pr;
    _nr_pr == 1;
    assert(peak >= 1 && peak <= 3)
}
