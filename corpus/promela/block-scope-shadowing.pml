/* story: A name declared in an inner block is another variable than the outer one of that name.
 * expect: deadlock = holds
 * expect: assertions = holds
 */
byte x = 1;

active proctype P() {
    byte x = 2;
    {
        byte x = 3;
        assert(x == 3);
        x++;
        {
            byte x = 9;
            assert(x == 9)
        };
        assert(x == 4)
    };
    assert(x == 2);
    {
        byte x = 7;
        assert(x == 7)
    }
}

active proctype Q() {
    assert(x == 1);
    x = 8
}
