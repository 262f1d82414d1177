/* story: A rendezvous send pairs only with a receive whose constants match; a receiver that waits for another value is left alone.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 8
 */
chan c = [0] of { byte, byte };
byte one, two;

active proctype Sender() {
    if
    :: c ! 1, 10
    :: c ! 2, 20
    fi
}

active proctype First() {
    byte v;
end: c ? 1, v;
    assert(v == 10);
    one = v
}

active proctype Second() {
    byte v;
end: c ? 2, v;
    assert(v == 20);
    two = v
}
