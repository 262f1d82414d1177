/* story: goto to a label that does not exist; a similar one does.
 * error: 10: agian
 */
byte x;

active proctype P() {
again:
    x++;
    if
    :: x < 3 -> goto agian
    :: else -> skip
    fi
}
