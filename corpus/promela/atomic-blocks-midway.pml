/* story: An atomic sequence that blocks loses control, and runs on atomically once its statement becomes executable; the value between its last two steps is never seen.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 11
 */
byte x, y;

active proctype Waiter() {
    atomic { x = 1; y == 1; x = 2; x = 3 }
}

active proctype Waker() {
    x == 1;
    y = 1;
    assert(x != 2);
    x == 3;
    y = 2
}
