/* story: A send with two fields to a channel of three; SPIN finds this only when the search gets there.
 * error: 7: 3
 */
chan q = [1] of { byte, bit, short };

active proctype P() {
    q ! 1, 0
}
