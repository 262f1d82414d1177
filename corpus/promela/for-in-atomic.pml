/* story: A for loop in an atomic sequence is not interleaved.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
byte a[3];

active [2] proctype P() {
    byte i;
    atomic {
        for (i : 0 .. 2) {
            a[i]++
        }
    };
    assert(a[0] == a[1] && a[1] == a[2])
}
