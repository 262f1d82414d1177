/* story: q?? with variables only matches the oldest message, as q? does; a constant field is matched, and the variable of the other option keeps its old value.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 405
 */
chan q = [3] of { byte, bit };

active [2] proctype Sender() {
    q ! _pid, 0;
    q ! _pid + 10, 1
}

active proctype Taker() {
    byte v, n;
    bit b;
    do
    :: n < 4 ->
        if
        :: q ?? v, b
        :: q ?? v, 1 -> b = 1
        fi;
        assert((v >= 10) == b);
        n++
    :: else -> break
    od
}
