/* story: A process that has reached its end is kept in the state as long as its provided clause is false: its death is a step too.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 5
 */
byte x;

active proctype B() {
    x == 2;
    x = 5;
    _nr_pr == 1;
    assert(false)
}

active proctype A() provided (x < 2) {
    x++;
    x++
}
