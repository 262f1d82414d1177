/* story: When the main sequence ends first, the escape is gone.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 94
 */
bool flag;
byte x;

active proctype P() {
    { x = 1; x = 2 } unless { flag -> x = 9 };
    x = x + 10
}

active proctype Q() {
    flag = true
}

active proctype Look() {
    byte y;
    y = x;
    assert(y != 8 && y <= 19)
}
