/* story: The process number of a dead process is given to the next one that is created.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 14
 */
byte log;

proctype Child(byte n) {
    log = log + n
}

init {
    pid first, second;
    first = run Child(1);
    _nr_pr == 1;
    second = run Child(2);
    assert(first == second && first == 1);
    _nr_pr == 1;
    assert(log == 3)
}
