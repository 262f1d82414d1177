/* story: A loop inside an atomic sequence that comes back to the same values: the states within are not stored, yet the search must end.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 4
 * spin: skip stores no state inside an atomic sequence and so runs round the loop until its depth is used up
 */
bit x;

active proctype P() {
    atomic {
        x = 0;
        do
        :: x = 1 - x
        :: x == 1 -> break
        od
    };
    assert(x == 1)
}
