/* story: The same label twice in one proctype.
 * error: 9: again
 */
byte x;

active proctype P() {
again:
    x++;
again:
    x--;
    goto again
}
