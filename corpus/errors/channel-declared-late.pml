/* story: A channel with an initialiser declared after the first statement of a body.
 * error: 8: q
 */
byte x;

active proctype P() {
    x = 1;
    chan q = [1] of { byte };
    q ! x
}
