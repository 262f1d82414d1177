/* story: A duplicate name, an unknown type and an array of size zero.
 * error: 7: x
 * error: 8: Pair
 * error: 9: a
 */
byte x;
bit x;
Pair p;
byte a[0];

active proctype P() {
    x = 1
}
