/* story: len, full, empty, nfull and nempty agree with each other at each filling of a channel.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 469
 */
chan q = [3] of { byte };

active proctype Sender() {
    byte i;
    do
    :: i < 4 -> q ! i; i++
    :: else -> break
    od
}

active proctype Taker() {
    byte v, want;
    do
    :: nempty(q) -> q ? v; assert(v == want); want++
    :: full(q) -> q ? v; assert(v == want); want++
    :: want == 4 -> break
    od
}

active proctype Judge() {
    atomic {
        if
        :: empty(q) -> assert(len(q) == 0 && nfull(q))
        :: nempty(q) -> assert(len(q) > 0)
        fi;
        if
        :: full(q) -> assert(len(q) == 3)
        :: nfull(q) -> assert(len(q) < 3)
        fi
    }
}
