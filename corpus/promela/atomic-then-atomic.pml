/* story: Two atomic sequences in a row are two: others may move between them.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 55
 */
byte x, seen;

active proctype P() {
    atomic { x = 1; x = 2 };
    atomic { x = 3; x = 4 };
    d_step { x = 5; x = 6 };
    d_step { x = 7; x = 8 }
}

active proctype Q() {
    seen = x;
    assert(seen % 2 == 0)
}
