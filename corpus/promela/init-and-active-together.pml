/* story: Processes get their numbers in the order of the text; init is one of them and has no special place.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 265
 */
byte n;

active [2] proctype A() {
    assert(_pid == 0 || _pid == 1);
    n++
}

init {
    assert(_pid == 2);
    n++;
    run C()
}

active proctype B() {
    assert(_pid == 3);
    n++
}

proctype C() {
    assert(_pid == 4 || _pid == 3);
    n++
}
