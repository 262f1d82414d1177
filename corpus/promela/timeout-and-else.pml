/* story: else beside timeout: else looks at its own process only and is taken while timeout is not.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 50
 */
byte spins, out;

active proctype P() {
    byte k;
    do
    :: k < 3 -> k++
    :: timeout -> out = 1; break
    od;
    assert(k == 3 && spins == 2)
}

active proctype Q() {
    do
    :: spins < 2 -> spins++
    :: else -> break
    od;
    out == 1
}
