/* story: A remote label reference to a process that is gone is false, and no error.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 11
 */
byte x;

proctype Kid() {
    x = 1;
here:
    x = 2
}

init {
    byte p;
    p = run Kid();
    x == 2;
    _nr_pr == 1;
    assert(!(Kid[p]@here));
    x = 3
}
