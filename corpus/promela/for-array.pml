/* story: for (i in a) runs through the indices of the array, not through its elements.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 17
 */
byte a[3] = { 9, 8, 7 };
byte sum;

active proctype P() {
    byte i;
    for (i in a) {
        sum = sum + a[i];
        a[i] = i
    };
    assert(sum == 24 && a[2] == 2)
}
