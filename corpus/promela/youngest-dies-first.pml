/* story: A process that has ended stays in the state until all younger processes are gone; _nr_pr counts it until then.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 54
 */
byte seen;

proctype Short() {
    skip
}

proctype Long() {
    byte i;
    do
    :: i < 3 -> i++; assert(_nr_pr == 3)
    :: else -> break
    od
}

init {
    pid a, b;
    atomic { a = run Short(); b = run Long() };
    assert(a == 1 && b == 2);
    _nr_pr == 1;
    seen = 1
}
