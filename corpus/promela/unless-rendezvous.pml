/* story: An escape that starts with a rendezvous receive does not hold the main sequence back: it happens when the sender moves, and the loop may go on before that.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 47
 */
chan stop = [0] of { bit };
byte n;

active proctype P() {
    {
        do
        :: n < 3 -> n++
        od
    } unless {
        stop ? _ -> n = n + 10
    };
    assert(n >= 10)
}

active proctype Q() {
    stop ! 1;
    assert(n <= 13)
}
