/* story: One variable in two fields of a receive.
 * error: 8: v
 */
chan q = [1] of { byte, byte };

active proctype P() {
    byte v;
    q ? v, v
}
