/* story: An array declared inside a loop body: only its first element is set to 0 in each round, the others keep their values. A surprise of SPIN.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 17
 */
active proctype P() {
    byte i;
    do
    :: i < 2 ->
        byte a[3];
        assert(a[0] == 0 && a[1] == i && a[2] == 2 * i);
        a[0] = 7;
        a[1]++;
        a[2] = a[2] + 2;
        i++
    :: else -> break
    od
}
