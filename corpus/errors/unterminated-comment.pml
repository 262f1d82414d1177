/* story: A comment that is never closed.
 * error: 8: comment
 */
byte x;

active proctype P() {
    x = 1;
    /* from here on everything is a comment
    x = 2
}
