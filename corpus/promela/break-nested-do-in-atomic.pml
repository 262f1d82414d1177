/* story: break in a nested loop within an atomic sequence leaves the innermost loop; the blocking outer guard then gives control away.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 */
byte x, y, gate;

active proctype P() {
    atomic {
        do
        :: gate == 1 ->
            do
            :: x < 3 -> x++
            :: x == 2 -> break
            :: x == 3 -> break
            od;
            y++;
            gate = 2
        :: gate == 3 -> break
        od
    };
    assert(y == 1 && (x == 2 || x == 3))
}

active proctype Q() {
    gate = 1;
    gate == 2;
    assert(y == 1);
    gate = 3
}
