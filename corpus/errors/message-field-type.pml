/* story: A record is sent where the channel has a plain number.
 * error: 12: t
 */
typedef T {
    byte a;
    byte b
}
chan q = [1] of { byte };
T t;

active proctype P() {
    q ! t
}
