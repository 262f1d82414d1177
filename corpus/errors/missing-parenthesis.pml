/* story: An opening parenthesis without its partner.
 * error: 7: )
 */
byte x;

active proctype P() {
    assert((x == 0);
    x = 1
}
