/* story: timeout inside a larger condition: !timeout holds while others can move.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 40
 */
byte x, n;

active proctype P() {
    do
    :: timeout && x == 2 -> break
    :: x < 2 && n < 3 -> n++
    od;
    assert(x == 2)
}

active proctype Q() {
    x = 1;
    x = 2
}
