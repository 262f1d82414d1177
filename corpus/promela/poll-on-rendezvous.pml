/* story: Polling a rendezvous channel is a run-time error in SPIN, found only when the search gets there, and the poll is then not executable.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 1
 * spin: skip pan goes on with the poll as false and then reports an invalid end state as well; Burnside ends the run
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
