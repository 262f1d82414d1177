/* story: run P() priority n: the new process moves before its parent when its priority is higher.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
byte x;

proctype Kid(byte k) {
    x = x + k;
    x = x + k
}

init {
    run Kid(1) priority 9;
    assert(x == 2);
    run Kid(5) priority 1;
    assert(x == 2 || x == 7 || x == 12)
}
