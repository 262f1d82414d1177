/* story: The size of an array depends on a variable.
 * error: 5: n
 */
byte n = 3;
byte a[n + 1];

active proctype P() {
    a[0] = 1
}
