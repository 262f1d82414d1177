/* story: A list of initialisers for a variable that is no array.
 * error: 4: a
 */
byte a = { 1, 2 };

active proctype P() {
    a = 1
}
