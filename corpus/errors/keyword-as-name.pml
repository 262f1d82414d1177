/* story: A keyword used as the name of a variable.
 * error: 4: timeout
 */
byte timeout;

active proctype P() {
    skip
}
