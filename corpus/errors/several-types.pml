/* story: An index on a scalar, an unknown field and an array without index.
 * error: 13: x
 * error: 14: b
 * error: 15: v
 */
typedef T {
    byte a
}
T t;
byte x, v[2];

active proctype P() {
    x[0] = 1;
    t.b = 2;
    x = v
}
