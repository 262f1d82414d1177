/* story: Labels on all kinds of statements: an if, a do, an atomic, a block, an assert, and two at once.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 */
byte x, rounds;

active proctype P() {
start:
    if
    :: rounds < 2 -> rounds++
    :: else -> goto finish
    fi;
one: two:
    atomic { x = 1; x = 2 };
three:
    do
    :: x == 2 -> x = 3
    :: x == 3 -> break
    od;
four:
    { x = 4; x = 5 };
five:
    assert(x == 5);
    goto start;
finish:
    skip
}
