/* story: Two statements on one line without a separator between them; at the end of a line it could be left out.
 * error: 7: y
 */
byte x, y;

active proctype P() {
    x = 1 y = 2;
    x = 3
}
