/* story: The body of a proctype is never closed.
 * error: 6: }
 */
byte x;

active proctype P() {
    x = 1;
    x = 2

active proctype Q() {
    x = 3
}
