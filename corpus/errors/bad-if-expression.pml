/* story: An #if whose expression is no expression.
 * error: 5: #if
 */
#define N 3
#if N >
byte x;
#endif

active proctype P() {
    skip
}
