/* story: An assignment to a name of an mtype, which is a constant.
 * error: 7: red
 */
mtype = { red, green };

active proctype P() {
    red = 2
}
