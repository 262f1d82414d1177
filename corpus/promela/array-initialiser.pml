/* story: An array with one initialiser has it in all elements; with a list in braces, each element gets its own. SPIN takes only plain numbers in the list, no minus sign.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 10
 */
byte a[3] = 7;
byte b[4] = { 1, 2, 3, 4 };
short z[3];
short y[2] = -5;

active proctype P() {
    byte c[2] = 9;
    int d[3] = { 11, 0, 13 };
    assert(a[0] == 7 && a[1] == 7 && a[2] == 7);
    assert(b[0] == 1 && b[3] == 4);
    assert(z[0] == 0 && z[2] == 0);
    assert(y[0] == -5 && y[1] == -5);
    assert(c[0] == 9 && c[1] == 9);
    assert(d[0] == 11 && d[1] == 0 && d[2] == 13);
    a[b[0]] = 2;
    assert(a[1] == 2 && a[2] == 7)
}
