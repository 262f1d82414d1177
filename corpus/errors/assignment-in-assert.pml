/* story: = where == was meant, in an assertion.
 * error: 8: ==
 */
byte x;

active proctype P() {
    x = 1;
    assert(x = 1)
}
