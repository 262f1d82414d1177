/* story: q??const takes the first matching message wherever it stands, and leaves the order of the rest.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
chan q = [4] of { byte, byte };

active proctype P() {
    byte v;
    atomic { q ! 1, 10; q ! 2, 20; q ! 1, 11; q ! 3, 30 };
    if
    :: q ?? 1, v -> assert(v == 10); q ? 2, v; assert(v == 20); q ? 1, v; assert(v == 11); q ? 3, v
    :: q ?? 3, v -> assert(v == 30); q ? 1, v; assert(v == 10); q ?? 1, v; assert(v == 11); q ? 2, v
    :: q ? 2, v -> assert(false)
    :: q ?? 4, v -> assert(false)
    fi;
    assert(empty(q))
}
