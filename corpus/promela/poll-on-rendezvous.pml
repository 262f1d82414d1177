/* story: Polling a rendezvous channel is a run-time error in SPIN, found only when the search gets there, and the poll is then not executable.
 * expect: deadlock = violated
 * expect: assertions = violated
 * expect: states = 1
 */
chan c = [0] of { byte };

active proctype P() {
    if
    :: c ? [1] -> skip
    :: full(c) -> skip
    fi;
    c ? _
}

active proctype Q() {
    c ! 1
}
