/* story: else in an inner selection at the head of an outer option belongs to the inner one, yet makes the outer option executable.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 25
 */
byte x, r;

active proctype P() {
    if
    :: if
       :: x == 1 -> r = 1
       :: else -> r = 2
       fi
    :: x == 7 -> r = 3
    fi;
    assert(r == 1 || r == 2);
    x == 3
}

active proctype Q() {
    x = 1;
    x = 2
}
