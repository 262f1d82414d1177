/* story: A system in which nobody waits for a timeout stops in an invalid end state, as always.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 6
 */
chan q = [0] of { bit };
byte n;

active proctype P() {
    do
    :: n < 2 -> n++
    :: n == 2 -> q ! 1; timeout -> break
    od
}
