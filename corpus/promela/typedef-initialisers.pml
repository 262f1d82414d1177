/* story: Initialisers of the fields of a record hold for each variable of the type, global or local.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 7
 */
typedef T {
    byte a = 3;
    short b = -2;
    byte c[2] = 6
}
T g;
T h[2];

active proctype P() {
    T l;
    assert(g.a == 3 && g.b == -2 && g.c[1] == 6);
    assert(h[1].a == 3 && h[0].c[0] == 6);
    assert(l.a == 3 && l.b == -2 && l.c[0] == 6);
    l.a = g.b + h[1].c[1];
    assert(l.a == 4)
}
