/* story: A second #else in one conditional.
 * error: 8: #else
 */
#ifdef FAST
byte x;
#else
byte x;
#else
short x;
#endif

active proctype P() {
    x = 1
}
