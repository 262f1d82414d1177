/* story: A declaration with an initialiser inside a loop body sets the variable anew in each round.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 */
byte sum;

active proctype P() {
    byte i;
    do
    :: i < 3 ->
        byte k = 5;
        assert(k == 5);
        k = k + i;
        sum = sum + k;
        i++
    :: else -> break
    od;
    assert(sum == 18)
}
