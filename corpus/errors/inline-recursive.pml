/* story: An inline that calls itself can never be expanded.
 * error: 8: down
 */
byte x;

inline down(n) {
    x = n;
    down(n - 1)
}

active proctype P() {
    down(3)
}
