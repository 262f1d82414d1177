/* story: else beside a rendezvous receive: a receive never starts a handshake, so else is executable although the sender waits. Sends and receives are not alike here, which surprises.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 10
 */
chan c = [0] of { byte };
byte missed;

active proctype Receiver() {
    byte v;
    if
    :: c ? v -> assert(v == 1)
    :: else -> missed = 1
    fi
}

active proctype Sender() {
    c ! 1;
    assert(missed == 0)
}
