/* story: With priorities, only processes of the highest priority among the executable ones move; a lower one moves while the higher one waits.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 12
 */
byte x;

active proctype Low() priority 1 {
    x = 1;
    assert(x == 9);
    x = 2
}

active proctype High() priority 5 {
    assert(x == 0);
    x = 7;
    assert(x == 7);
    x == 1;
    x = 9;
    assert(x == 9)
}
