/* story: A failing assertion inside an atomic sequence sees the value between two of its steps, which no other process can see.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 7
 */
byte x;

active proctype P() {
    atomic { x = 1; assert(x != 1); x = 2 }
}

active proctype Q() {
    assert(x != 1)
}
