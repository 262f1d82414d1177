/* story: A remote reference to a label that the proctype does not have.
 * error: 12: critcal
 */
byte x;

active proctype P() {
critical:
    x = 1
}

active proctype Q() {
    P[0]@critcal -> x = 2
}
