/* story: A process whose body is a single skip still takes one step before it can die, and its death is a step of its own.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
active [2] proctype P() {
    skip
}

init {
    _nr_pr == 3 -> assert(_pid == 2)
}
