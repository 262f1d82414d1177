/* story: A selection with a single option blocks like that option does.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 9
 */
byte x;

active proctype P() {
    if
    :: x == 1 -> x = 2
    fi;
    if
    :: x = 3
    fi
}

active proctype Q() {
    x = 1;
    if :: x == 3 fi;
    assert(x == 3)
}
