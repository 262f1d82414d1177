/* story: A list with fewer initialisers than elements: the last value is repeated for the rest.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 5
 */
byte b[4] = { 5, 6 };

active proctype P() {
    short c[3] = { 2 };
    assert(b[0] == 5 && b[1] == 6 && b[2] == 6 && b[3] == 6);
    assert(c[0] == 2 && c[1] == 2 && c[2] == 2);
    b[3] = 1
}
