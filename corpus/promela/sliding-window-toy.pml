/* story: A window of two over a queue that keeps order but may lose: the receiver takes frames in order only.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 467
 * define: M=4
 */
chan down = [2] of { byte };
chan up = [2] of { byte };

active proctype Sender() {
    byte base, next, a;
    do
    :: next < base + 2 && nfull(down) -> down ! next % M; next++
    :: up ? a ->
        do
        :: base < next && (base % M) != a -> base++
        :: else -> break
        od;
        if
        :: base >= M -> base = base - M; next = next - M
        :: else
        fi
    :: timeout -> next = base
    od
}

active proctype Receiver() {
    byte want, f;
    do
    :: down ? f ->
        if
        :: f == want -> want = (want + 1) % M
        :: else
        fi;
        if
        :: nfull(up) -> up ! want
        :: else
        fi
    :: down ? _
    od
}
