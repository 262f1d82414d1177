/* story: An array without elements.
 * error: 4: a
 */
byte a[0];

active proctype P() {
    skip
}
