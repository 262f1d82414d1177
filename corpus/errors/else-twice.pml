/* story: Two else options in one selection.
 * error: 10: else
 */
byte x;

active proctype P() {
    if
    :: x == 1 -> skip
    :: else -> x = 2
    :: else -> x = 3
    fi
}
