/* story: Two processes that each offer a send and a receive on one rendezvous channel: both outcomes, never a pairing with oneself.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 27
 */
chan c = [0] of { byte };
byte sent[2];

active [2] proctype P() {
    byte v = 9;
    if
    :: c ! _pid -> sent[_pid] = 1
    :: c ? v -> assert(v == 1 - _pid)
    fi;
    assert(sent[0] + sent[1] <= 1)
}
