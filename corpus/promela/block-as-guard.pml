/* story: A plain block at the head of an option: its first statement is the guard, the rest interleaves.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 27
 */
byte x, y;

active proctype P() {
    if
    :: { x == 1; y = 1 }; y = 2
    :: { x == 0 -> y = 5; y = 6 }
    fi
}

active proctype Q() {
    x = 1;
    assert(y != 3)
}
