/* story: The alternating bit protocol over channels that may lose messages: data arrive in order, none twice.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 88
 */
mtype = { data, ack };
chan down = [1] of { mtype, byte, bit };
chan up = [1] of { mtype, bit };

active proctype Sender() {
    byte n;
    bit b, r;
    do
    :: down ! data, n, b ->
        if
        :: up ? ack, r ->
            if
            :: r == b -> n = (n + 1) % 3; b = 1 - b
            :: else
            fi
        :: timeout
        fi
    od
}

active proctype Receiver() {
    byte want, v;
    bit b, r;
    do
    :: down ? data, v, r ->
        if
        :: r == b -> assert(v == want); want = (want + 1) % 3; b = 1 - b
        :: else
        fi;
        up ! ack, r
    :: down ? data, _, _ -> skip
    od
}
