/* story: else beside a send: executable only while the channel is full.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 865
 */
chan q = [2] of { byte };
byte dropped;

active [2] proctype Sender() {
    byte n;
    do
    :: n < 2 ->
        if
        :: q ! n
        :: else -> assert(full(q) || len(q) < 2); dropped++
        fi;
        n++
    :: else -> break
    od
}

active proctype Taker() {
    byte v;
    q ? v;
    assert(v < 2)
}
