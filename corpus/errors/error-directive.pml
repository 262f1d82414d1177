/* story: An #error directive that is reached.
 * error: 5: SIZE
 */
#ifndef SIZE
#error "give SIZE with -D"
#endif

active proctype P() {
    skip
}
