/* story: goto to a label of another proctype.
 * error: 13: there
 */
byte x;

active proctype P() {
there:
    x++
}

active proctype Q() {
    x = 2;
    goto there
}
