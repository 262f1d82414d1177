/* story: A receive with one field from a channel of three; SPIN finds this only when the search gets there.
 * error: 8: 3
 */
chan q = [1] of { byte, bit, short };
byte v;

active proctype P() {
    q ? v
}
