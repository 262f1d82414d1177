/* story: Initialisers of locals may use parameters and earlier locals.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 25
 */
byte out[2];

proctype P(byte k) {
    byte a = k + 1;
    byte b = a * 2;
    out[k] = b;
    k = 0;
    assert(a > 0)
}

init {
    atomic { run P(0); run P(1) };
    _nr_pr == 1;
    assert(out[0] == 2 && out[1] == 4)
}
