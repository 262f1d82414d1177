/* story: A variable of an mtype that was never declared.
 * error: 5: colour
 */
mtype:fruit = { apple, pear };
mtype:colour c;

active proctype P() {
    skip
}
