/* story: A number that does not fit into 32 bits.
 * error: 7: 99999999999
 */
int x;

active proctype P() {
    x = 99999999999
}
