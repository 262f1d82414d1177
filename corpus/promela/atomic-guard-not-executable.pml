/* story: An atomic sequence whose first statement is not executable is itself not executable and changes nothing; the second process waits for ever.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 2
 */
byte x;

active proctype Runs() {
    atomic { x == 0; x = 1; x = 2 }
}

active proctype Waits() {
    atomic { x == 1; x = 5 };
    assert(false)
}
