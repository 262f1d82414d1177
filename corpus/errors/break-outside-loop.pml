/* story: break outside of any loop.
 * error: 8: break
 */
byte x;

active proctype P() {
    if
    :: x == 0 -> break
    :: else -> skip
    fi
}
