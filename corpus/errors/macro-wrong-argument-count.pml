/* story: A macro of two parameters called with one.
 * error: 8: MAX
 */
#define MAX(a, b) ((a) > (b) -> (a) : (b))
byte x;

active proctype P() {
    x = MAX(3)
}
