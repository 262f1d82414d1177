/* story: A selection without its fi; the message should name what is missing and where the selection began.
 * error: 7: fi
 */
byte x;

active proctype P() {
    if
    :: x == 0 -> x = 1
    :: else -> skip
    x = 2
}
