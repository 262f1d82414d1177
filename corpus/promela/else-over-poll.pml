/* story: else beside a poll of a channel: it is taken exactly when the message is not there.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 46
 */
chan q = [2] of { byte, bit };
byte hit, miss;

active proctype Poller() {
    do
    :: q ? [3, 1] -> hit++; break
    :: else -> miss = 1
    od;
    assert(len(q) >= 1 && hit == 1)
}

active proctype Sender() {
    q ! 3, 1;
    q ! 4, 0;
    assert(len(q) == 2)
}
