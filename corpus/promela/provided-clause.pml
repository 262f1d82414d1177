/* story: A process with a provided clause moves only while its condition holds, also in the middle of its body.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 12
 */
byte turn, a, b;

active proctype A() provided (turn == 0) {
    a = 1;
    a = 2;
    turn = 1;
    a = 3
}

active proctype B() provided (turn == 1) {
    assert(a == 2);
    b = 1;
    assert(a == 2);
    turn = 0;
end:
    assert(false)
}

active proctype C() {
    a == 3;
    turn = 2
}
