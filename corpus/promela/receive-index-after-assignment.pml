/* story: q?i,a[i]: which element is written depends on whether i is stored before the index is evaluated.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 6
 */
chan q = [1] of { byte, byte };
byte a[3];

active proctype P() {
    byte i;
    q ! 2, 7;
    q ? i, a[i];
    assert(i == 2);
    assert(a[2] == 7 && a[0] == 0)
}
