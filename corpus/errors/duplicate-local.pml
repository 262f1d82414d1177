/* story: The same local declared twice in one body.
 * error: 7: k
 */
active proctype P() {
    byte k;
    k = 1;
    short k;
    k = 2
}
