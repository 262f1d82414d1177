/* story: A selection of which no option is executable, and without else, waits; here nothing ever makes one true.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 4
 */
byte x;

active proctype P() {
    if
    :: x == 5 -> skip
    :: x == 6 -> skip
    fi;
    assert(false)
}

active proctype Q() {
    x = 1;
    x = 4
}
