/* story: q!!m inserts before the first message that is greater in the numerical order of all fields; equal ones stay behind.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
chan q = [4] of { byte, byte };

init {
    byte a, b;
    if
    :: q !! 2, 1; q !! 1, 9; q !! 2, 0
    :: q !! 1, 9; q !! 2, 0; q !! 2, 1
    :: q !! 2, 0; q !! 2, 1; q !! 1, 9
    fi;
    q !! 2, 1;
    q ? a, b; assert(a == 1 && b == 9);
    q ? a, b; assert(a == 2 && b == 0);
    q ? a, b; assert(a == 2 && b == 1);
    q ? a, b; assert(a == 2 && b == 1);
    assert(empty(q))
}
