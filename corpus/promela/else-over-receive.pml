/* story: else beside a receive with a constant: executable when the channel is empty and also when the head does not match.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 190
 */
chan q = [2] of { byte };
byte hit, other;

active proctype Receiver() {
    byte n;
    do
    :: n < 3 ->
        if
        :: q ? 1 -> hit++
        :: else -> other++
        fi;
        n++
    :: n == 3 -> break
    od;
    assert(hit + other == 3 && hit <= 2)
}

active proctype Sender() {
    q ! 1;
    if
    :: q ! 1
    :: q ! 2
    fi
}
