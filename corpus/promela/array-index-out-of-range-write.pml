/* story: Writing beyond the end of an array is a run-time error, and must not change any other variable.
 * expect: deadlock = holds
 * expect: assertions = violated
 * spin: skip writes into the memory behind the array and goes on
 */
byte a[3];
byte b[3];

active proctype P() {
    byte i;
    do
    :: i < 5 -> i++
    :: a[i] = 9
    :: i == 5 -> break
    od;
    assert(b[0] == 0 && b[1] == 0 && b[2] == 0)
}
