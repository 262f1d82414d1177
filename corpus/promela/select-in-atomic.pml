/* story: select inside an atomic sequence keeps its choice and hides its counting from others.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
byte x = 1;

active proctype P() {
    atomic {
        select (x : 1 .. 3);
        x = x + 10
    }
}

active proctype Q() {
    assert(x == 1 || (x >= 11 && x <= 13))
}
