/* story: A variable of one mtype gets a name of another.
 * error: 9: red
 */
mtype:fruit = { apple, pear };
mtype:colour = { red, green };
mtype:fruit f;

active proctype P() {
    f = red
}
