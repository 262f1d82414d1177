/* story: run has the new process number as its value: it can be assigned, or stand alone as a condition; SPIN refuses it in a compound expression and as an initialiser.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 65
 */
byte x;

proctype Kid(byte k) {
    x = x + k
}

init {
    byte p, q;
    p = run Kid(1);
    q = run Kid(2);
    assert(p == 1 && (q == 1 || q == 2));
    run Kid(4) -> x == 7
}
