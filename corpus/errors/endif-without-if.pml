/* story: An #endif without its #if.
 * error: 5: #endif
 */
byte x;
#endif

active proctype P() {
    x = 1
}
