/* story: Two types of one name.
 * error: 7: T
 */
typedef T {
    byte a
}
typedef T {
    byte b
}
T t;

active proctype P() {
    t.a = 1
}
