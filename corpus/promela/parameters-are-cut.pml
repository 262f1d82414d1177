/* story: An argument of run is cut to the type of the parameter.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 8
 */
byte done;

proctype P(byte b; bit t; short s; bool u) {
    assert(b == 4 && t == 0 && s == -1 && u == 1);
    done++
}

init {
    run P(260, 2, 65535, 3);
    done == 1
}
