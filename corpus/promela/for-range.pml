/* story: for (i : a .. b) runs through both ends, not at all when a > b, and leaves b + 1 in the variable.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 85
 */
byte n, sum;
short low = 5;

active proctype P() {
    short i;
    for (i : 1 .. 3) {
        sum = sum + i
    };
    assert(sum == 6 && i == 4);
    for (i : low .. 2) {
        assert(false)
    };
    assert(i == 5);
    for (i : -1 .. 1) {
        n++
    };
    assert(n == 3)
}

active proctype Q() {
    low = 5
}
