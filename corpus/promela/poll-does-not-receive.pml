/* story: A poll q?[m] looks only: it neither removes the message nor stores the variables.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
chan q = [2] of { byte, byte };

active proctype P() {
    byte v = 9;
    q ?? [2, v];
    assert(v == 9 && nempty(q));
    if
    :: q ? [1, v] -> q ? 1, v; assert(v == 5)
    :: q ? [2, v] -> assert(false)
    fi;
    q ? 2, v;
    assert(v == 6)
}

active proctype Q() {
    q ! 1, 5;
    q ! 2, 6
}
