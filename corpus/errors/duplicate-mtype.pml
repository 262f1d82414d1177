/* story: The same name twice in mtype declarations.
 * error: 5: red
 */
mtype = { red, green };
mtype = { blue, red };

active proctype P() {
    skip
}
