/* story: An inline of two parameters called with three arguments.
 * error: 11: put
 */
byte x;

inline put(a, b) {
    a = b
}

active proctype P() {
    put(x, 1, 2)
}
