/* story: The argument list of a macro call never ends.
 * error: 8: TWICE
 */
#define TWICE(a) ((a) * 2)
byte x;

active proctype P() {
    x = TWICE(3;
    x = 2
}
