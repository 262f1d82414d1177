/* story: A declaration without initialiser inside a loop body becomes an assignment of 0 in each round, with a state of its own.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 */
byte sum;

active proctype P() {
    byte i;
    do
    :: i < 3 ->
        byte k;
        assert(k == 0);
        k++;
        sum = sum + k;
        i++
    :: else -> break
    od;
    assert(sum == 3)
}
