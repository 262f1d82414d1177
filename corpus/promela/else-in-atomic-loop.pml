/* story: A loop in an atomic sequence with else: else is decided within the process alone, and the blocking condition behind it gives control away.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 37
 */
byte x, turns;

active proctype P() {
    atomic {
        do
        :: x > 2 -> break
        :: else -> turns++; x >= turns
        od
    };
    assert(turns <= 3 && x == 3)
}

active proctype Q() {
    x = 1;
    x = 2;
    x = 3
}
