/* story: Two branches of an atomic sequence meet in the same state, one of them past a failed assertion; the failure must not be lost with the state.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 3
 */
byte x;

active proctype P() {
    atomic {
        x = 1;
        if
        :: skip
        :: assert(false)
        fi;
        x = 2;
        x = 0
    }
}
