/* story: A process of higher priority interrupts an atomic sequence: the child runs to its end before the parent's next step.
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
        assert(x == 5);
        x = 1;
        x = x + 1
    };
    assert(x == 2)
}
