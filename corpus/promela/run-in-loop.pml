/* story: Processes created in a loop with different arguments; each keeps its own copy of the parameter.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 230
 */
byte sum;

proctype Worker(byte k) {
    sum = sum + k;
    k = 0
}

init {
    byte i = 1;
    do
    :: i <= 3 -> run Worker(i); i++
    :: else -> break
    od;
    _nr_pr == 1 -> assert(sum == 6)
}
