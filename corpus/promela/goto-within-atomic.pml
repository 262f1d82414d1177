/* story: A backward goto within one atomic sequence keeps atomicity all the way round.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
byte x, n;

active [2] proctype P() {
    atomic {
        skip;
again:
        x++;
        if
        :: x % 4 != 0 -> goto again
        :: else
        fi;
        n++
    };
    assert(x % 4 == 0 && x / 4 == n)
}
