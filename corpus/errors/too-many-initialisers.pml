/* story: More initialisers than the array has elements.
 * error: 4: a
 */
byte a[2] = { 1, 2, 3 };

active proctype P() {
    a[0] = 1
}
