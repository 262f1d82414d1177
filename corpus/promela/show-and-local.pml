/* story: show and local change nothing in the state space.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
show byte x;
local byte mine;

active proctype P() {
    show byte k;
    k = 1;
    mine = k + 1;
    mine = mine + k;
    x = mine;
    assert(x == 3)
}

active proctype Q() {
    x = x + 0
}
