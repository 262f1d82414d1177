/* story: An escape inside an atomic sequence strikes before each of its statements.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 17
 */
byte x, esc;

active proctype P() {
    atomic {
        { x = 1; x = 2; x = 3; x = 4 } unless { x == 2 -> esc = 1 }
    };
    assert(x == 2 && esc == 1)
}

active proctype Q() {
    byte y;
    y = x;
    assert(y == 0 || y == 2)
}
