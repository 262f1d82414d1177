/* story: An array of negative size.
 * error: 4: a
 */
byte a[-2];

active proctype P() {
    skip
}
