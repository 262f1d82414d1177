/* story: An #if that is never closed.
 * error: 5: #ifdef
 */
byte x;
#ifdef FAST
byte y;

active proctype P() {
    x = 1
}
