/* story: else beside a rendezvous send: SPIN takes else only when no receiver is ready at that moment.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 41
 */
chan c = [0] of { byte };
byte tries, ok;

active proctype Sender() {
    do
    :: c ! 1 -> ok = 1; break
    :: else -> tries++; 
        if
        :: tries < 3
        :: tries == 3 -> break
        fi
    od
}

active proctype Receiver() {
    byte v;
    v = 2;
    c ? v;
    assert(ok <= 1)
}
