/* story: An assignment to a number.
 * error: 7: =
 */
byte x;

active proctype P() {
    3 = x
}
