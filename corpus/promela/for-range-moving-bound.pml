/* story: The upper bound of a for loop is evaluated anew in each round.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
byte top = 3, rounds;

active proctype P() {
    byte i;
    for (i : 1 .. top) {
        rounds++;
        if
        :: top > 1 -> top--
        :: else
        fi
    };
    assert(rounds == 2 && i == 3)
}
