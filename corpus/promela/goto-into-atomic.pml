/* story: A goto into the middle of an atomic sequence: from the target on, the steps are atomic.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 62
 */
byte x, seen;

active proctype P() {
    x = 1;
    if
    :: goto inside
    :: skip
    fi;
    atomic {
        x = 2;
inside:
        x = x + 10;
        x = x + 10;
        x = x + 10
    };
    x = 0
}

active proctype Q() {
    seen = x;
    assert(seen == 0 || seen == 1 || seen == 31 || seen == 32)
}
