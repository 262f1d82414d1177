/* story: eval(x) in a receive matches the value of x instead of assigning to it.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 */
chan q = [3] of { byte, byte };

active proctype P() {
    byte mine = 2, v;
    q ?? eval(mine), v;
    assert(mine == 2 && v == 20);
    q ? eval(mine - 1), v;
    assert(v == 10);
    q ? mine, v;
    assert(mine == 3 && v == 30)
}

active proctype Q() {
    q ! 1, 10;
    q ! 2, 20;
    q ! 3, 30
}
