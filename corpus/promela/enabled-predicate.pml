/* story: enabled(p) tells whether process p could move now.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 41
 */
byte gate, x;

active proctype Waiter() {
    gate == 1;
    x = 1
}

active proctype Asker() {
    if
    :: enabled(0) -> assert(gate == 1 || false)
    :: !enabled(0) -> x = x + 4
    fi
}

active proctype Opener() {
    gate = 1
}
