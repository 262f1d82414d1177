/* story: Statements after a goto that nobody jumps to are never run and make no state.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 4
 */
byte x;

active proctype P() {
    x = 1;
    goto done;
    x = 2;
    assert(false);
    do
    :: x = 3
    od;
done:
    assert(x == 1)
}
