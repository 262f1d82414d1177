/* story: An escape that starts with a rendezvous receive competes with the main sequence; see the count.
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
