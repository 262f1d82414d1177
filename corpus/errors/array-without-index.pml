/* story: An array used as if it were a single value.
 * error: 8: cells
 */
byte cells[3];
byte x;

active proctype P() {
    x = cells + 1
}
