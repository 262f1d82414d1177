/* story: A missing fi in one proctype does not hide a stray token in the next.
 * error: 8: fi
 * error: 14: =
 */
byte x;

active proctype P() {
    if
    :: x == 0 -> x = 1
    :: else -> skip
}

active proctype Q() {
    x = = 2
}
