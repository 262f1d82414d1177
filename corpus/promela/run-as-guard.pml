/* story: run as a guard in a selection creates the process when the option is taken, and only then.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 11
 */
byte born;

proctype Kid() {
    born++
}

init {
    if
    :: run Kid()
    :: skip
    fi;
    _nr_pr == 1;
    assert(born <= 1)
}
