/* story: Three undeclared names in three places; each is reported in one run.
 * error: 9: lft
 * error: 14: rigth
 * error: 15: middle
 */
byte left, right;

active proctype P() {
    lft = 1;
    right = 2
}

active proctype Q() {
    rigth == 2;
    middle = left
}
