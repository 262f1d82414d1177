/* story: A token goes round a ring of rendezvous channels: only its holder is in the critical section.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 649
 * define: N=4
 */
chan ring[N] = [0] of { bit };
byte inside;

proctype Node(byte me; bool has) {
    do
    :: has ->
        if
        :: inside++; assert(inside == 1); inside--
        :: skip
        fi;
        ring[(me + 1) % N] ! 1;
        has = false
    :: !has -> ring[me] ? 1; has = true
    od
}

init {
    byte i;
    atomic {
        for (i : 0 .. N - 1) {
            run Node(i, (i == 0))
        }
    }
}
