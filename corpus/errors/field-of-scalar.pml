/* story: A field of a variable that is no record.
 * error: 7: left
 */
byte x;

active proctype P() {
    x.left = 2
}
