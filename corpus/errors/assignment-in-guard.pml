/* story: = where == was meant, inside parentheses.
 * error: 8: ==
 */
byte x;

active proctype P() {
    if
    :: (x = 1) -> skip
    :: else -> skip
    fi
}
