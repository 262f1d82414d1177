/* story: unsigned needs a number of bits.
 * error: 4: u
 */
unsigned u;

active proctype P() {
    u = 1
}
