/* story: A declaration after the first statement becomes an assignment where it stands, with a state of its own; before it the variable holds 0.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 */
byte g = 1, h;

active proctype P() {
    g = 5;
    byte x = g + 1;
    assert(x == 6);
    g = x;
    byte y = 3;
    assert(y == 3 && g == 6)
}

active proctype Q() {
    h = 5
}
