/* story: An end label on a loop makes waiting at the head of the loop a valid end state, for each of its options.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 72
 */
chan req = [1] of { byte };
byte served;

active proctype Server() {
    byte c;
end:
    do
    :: req ? c -> served = served + c
    :: served > 200 -> break
    od
}

active [2] proctype Client() {
    req ! _pid;
    assert(served <= 3)
}
