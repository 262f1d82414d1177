/* story: The same name in two sibling blocks means two variables; a global of that name declared later in the text is a third one.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 37
 */
active proctype P() {
    byte x = 2;
    {
        byte y = 3;
        assert(y == 3);
        x = y + 1
    };
    {
        byte y;
        assert(y == 0);
        y = 9;
        x = x + y
    };
    assert(x == 13)
}

byte x = 1;

active proctype Q() {
    assert(x == 1);
    x = 8
}
