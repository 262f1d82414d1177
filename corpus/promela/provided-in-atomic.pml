/* story: A provided clause that becomes false inside the process's own atomic sequence stops it there.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 10
 */
byte turn, x;

active proctype A() provided (turn == 0) {
    atomic { x = 1; turn = 1; x = 2; x = 3 }
}

active proctype B() {
    byte y;
    turn == 1;
    y = x;
    assert(y == 1 || y == 3);
    turn = 0;
    x == 3
}
