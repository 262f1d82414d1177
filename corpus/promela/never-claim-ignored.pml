/* story: A never claim whose assertion would fail and whose end would be reached: neither counts in the safety check of the model alone.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 4
 */
byte x;

active proctype P() {
    x = 1;
    x = 2
}

never {
    do
    :: assert(x != 1)
    :: x == 2 -> break
    od
}
