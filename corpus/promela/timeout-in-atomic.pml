/* story: timeout inside an atomic sequence: the sequence gives up control there and goes on when all others are stuck.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 12
 */
byte x, y;

active proctype P() {
    atomic {
        x = 1;
        timeout;
        assert(y == 3);
        x = 2
    }
}

active proctype Q() {
    y = 1;
    y = 2;
    y = 3;
    x == 2
}
