/* story: An atomic sequence of a low process is left when it starts a process of higher priority, or not: the assertion says what SPIN does.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 7
 */
byte x;

proctype High() {
    x = 5
}

init {
    atomic {
        run High() priority 8;
        x = 1;
        x = x + 1
    };
    assert(x == 5 || x == 2 || x == 7)
}
