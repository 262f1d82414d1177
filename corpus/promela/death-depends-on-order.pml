/* story: Without atomic, the first child may be gone before the second is created, which then gets the same number: the numbers of two children are not always 1 and 2.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 27
 */
proctype Short() {
    skip
}

init {
    pid a, b;
    a = run Short();
    b = run Short();
    assert(a == 1 && b == 2);
    _nr_pr == 1
}
