/* story: One rendezvous send and several ready receivers: each pairing is its own transition, and only the chosen one moves.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 79
 */
chan c = [0] of { byte };
byte got[4];

active proctype Sender() {
    c ! 7;
    c ! 8
}

active [3] proctype Receiver() {
    byte v;
end: c ? v;
    got[_pid] = v;
    assert(v == 7 || v == 8)
}
