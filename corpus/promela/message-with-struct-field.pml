/* story: A message field of a user-defined type carries all fields of the record, arrays included.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 17
 */
typedef Point {
    byte x;
    byte y[2]
}

chan q = [2] of { byte, Point };

active proctype P() {
    Point p;
    p.x = 3;
    p.y[0] = 4;
    p.y[1] = 5;
    q ! 1, p;
    p.y[1] = 6;
    q ! 2, p
}

active proctype Q() {
    Point r;
    byte k;
    q ? k, r;
    assert(k == 1 && r.x == 3 && r.y[0] == 4 && r.y[1] == 5);
    q ? k, r;
    assert(k == 2 && r.x == 3 && r.y[0] == 4 && r.y[1] == 6)
}
