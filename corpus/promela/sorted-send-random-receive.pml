/* story: q!! and q?? together: a priority queue from which a chosen class can be taken out of turn.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 31
 */
chan q = [4] of { byte, byte };
byte order;

active [2] proctype Producer() {
    q !! _pid, 1;
    q !! 3 - _pid, 2
}

active proctype Consumer() {
    byte cls, n, last;
    full(q);
    q ?? cls, 2;
    assert(cls == 1 || cls == 2 || cls == 3);
    do
    :: n < 3 -> q ? cls, _; assert(cls >= last); last = cls; n++
    :: else -> break
    od
}
