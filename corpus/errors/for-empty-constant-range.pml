/* story: A for loop over constants of which the first is greater than the last.
 * error: 7: 5
 */
byte i, x;

active proctype P() {
    for (i : 5 .. 2) {
        x++
    }
}
