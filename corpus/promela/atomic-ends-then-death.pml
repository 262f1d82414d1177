/* story: The death of a process is a step after its atomic sequence, not a part of it.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 14
 */
byte n;

proctype Kid() {
    atomic { n++; assert(_nr_pr >= 2) }
}

init {
    run Kid();
    n == 1;
    if
    :: _nr_pr == 2 -> n = 2
    :: _nr_pr == 1 -> n = 3
    fi
}
