/* story: A variable that was never declared; a declared one has nearly the same name.
 * error: 7: conuter
 */
byte counter;

active proctype P() {
    conuter = 1;
    assert(counter == 1)
}
