/* story: An atomic sequence inside an atomic sequence ends nothing: control is kept to the end of the outer one.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 7
 */
byte x;

active proctype P() {
    atomic {
        x = 1;
        atomic { x = 2; x = 3 };
        x = 4;
        x = 5
    }
}

active proctype Q() {
    assert(x == 0 || x == 5)
}
