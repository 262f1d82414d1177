/* story: A label inside the braces of an atomic sequence before its first statement; it belongs in front of the word atomic.
 * error: 8: again
 */
byte x;

active proctype P() {
    atomic {
again:
        x++;
        x++
    }
}
