/* story: Locals declared in one line and across blocks are all there from the start and all are zero.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 9
 */
active proctype P() {
    byte a, b = 2, c;
    assert(a == 0 && b == 2 && c == 0);
    if
    :: true ->
        short d = 5, e;
        assert(d == 5 && e == 0);
        a = d
    fi;
    assert(a == 5)
}
