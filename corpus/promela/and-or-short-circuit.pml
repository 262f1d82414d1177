/* story: && and || do not evaluate their right side when the left one decides: no index is out of range here.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 10
 */
byte a[2];
byte i;

active proctype P() {
    do
    :: i < 2 && a[i] == 0 -> a[i] = 1; i++
    :: i >= 2 || a[i] == 1 -> break
    od;
    assert(i == 2 && a[0] == 1 && a[1] == 1)
}
