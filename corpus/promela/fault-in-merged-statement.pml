/* story: A run-time error in a statement that is merged into the step before it is still found, and its counterexample ends in that very statement.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 2
 * spin: skip pan goes on with what lies behind the array; Burnside ends the run
 */
byte b;

active proctype P() {
    short c[3] = { 2 };
    b = 1;
    assert(c[0] == 2 && c[255] == 2);
    b = 2
}
