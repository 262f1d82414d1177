/* story: An index beyond the end of an array is a run-time error; both options lead to the same state, so the count does not depend on how the search goes on.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 177
 * spin: skip pan reads beyond the array and goes on with what it finds there; Burnside ends the run
 */
byte a[3];
byte i, n;

active [2] proctype P() {
    do
    :: i < 5 ->
        if
        :: a[i] < 255 -> skip
        :: true -> skip
        fi;
        i++
    :: else -> break
    od;
    n++
}
