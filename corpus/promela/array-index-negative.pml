/* story: A negative index is a run-time error too; an assertion that holds stands beside it.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 19
 */
byte a[3] = 1;
short i = 2;

active proctype P() {
    do
    :: i > -3 ->
        if
        :: a[i] < 255
        :: true
        fi;
        i--
    :: else -> break
    od;
    assert(i == -3)
}
