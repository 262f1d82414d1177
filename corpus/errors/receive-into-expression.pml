/* story: A receive into something that is no variable.
 * error: 8: +
 */
chan q = [1] of { byte };
byte x;

active proctype P() {
    q ? x + 1
}
