/* story: The precedence of operators is that of C: comparison binds tighter than the bit operators, and || weaker than &&.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 20
 */
int x;

active proctype P() {
    x = 2 + 3 * 4 - 6 / 2;
    assert(x == 11);
    x = 10 - 4 - 3;
    assert(x == 3);
    x = 6 & 3 == 3;
    assert(x == 0);
    x = 1 | 0 == 1;
    assert(x == 1);
    x = !0 + 1;
    assert(x == 2);
    x = -3 + 5;
    assert(x == 2);
    x = 1 || 0 && 0;
    assert(x == 1);
    x = 7 % 4 * 2;
    assert(x == 6);
    x = 1 < 2 == 1;
    assert(x == 1)
}
