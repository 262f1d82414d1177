/* story: An int is a signed 32-bit number; adding to the largest gives the smallest.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 16
 */
int i = 2147483646;
int j;

active proctype P() {
    byte n;
    do
    :: n < 2 -> i = i + 1; n++
    :: else -> break
    od;
    assert(i == -2147483647 - 1);
    assert(i < 0);
    i = i - 1;
    assert(i == 2147483647);
    j = 65536;
    j = j * 65536;
    assert(j == 0)
}
