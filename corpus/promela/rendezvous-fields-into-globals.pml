/* story: The values of a rendezvous are stored before either side moves on.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 6
 */
chan c = [0] of { byte, bit };
byte g;
bit h;

active proctype S() {
    c ! 5, 1;
    assert(g == 5 && h == 1)
}

active proctype R() {
    c ? g, h
}
