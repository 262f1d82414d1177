/* story: set_priority changes the order while the system runs; get_priority reads it back.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 12
 */
byte x;

active proctype A() priority 3 {
    x = 1;
    set_priority(1, 8);
    assert(get_priority(1) == 1 && x == 10);
    x = x + 1
}

active proctype B() priority 2 {
    assert(x == 1);
    x = 10;
    assert(get_priority(_pid) == 8);
    set_priority(_pid, 1);
    assert(x == 11)
}
