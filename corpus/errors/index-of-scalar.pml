/* story: An index on a variable that is no array.
 * error: 7: x
 */
byte x;

active proctype P() {
    x[1] = 2
}
