/* story: Three fields are sent to a channel of two.
 * error: 7: 2
 */
chan q = [1] of { byte, byte };

active proctype P() {
    q ! 1, 2, 3
}
