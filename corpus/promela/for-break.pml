/* story: break leaves a for loop; the variable keeps the value it had.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 35
 */
byte hits;

active proctype P() {
    byte i, j;
    for (i : 0 .. 2) {
        for (j : 0 .. 5) {
            if
            :: j == i -> break
            :: else -> hits++
            fi
        };
        assert(j == i)
    };
    assert(hits == 3 && i == 3)
}
