/* story: Two processes wait for the same timeout: either may go first, and its step may take the timeout away from the other.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
byte x;

active [2] proctype P() {
    timeout;
    x++;
    assert(x <= 2);
    do
    :: x == 1 -> break
    :: x == 2 -> break
    od
}
