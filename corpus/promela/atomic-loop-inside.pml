/* story: A loop inside an atomic sequence runs to its break in one piece; break leaves the inner loop only.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 21
 */
byte total, rounds;

active [2] proctype P() {
    byte i, j;
    atomic {
        do
        :: i < 3 ->
            j = 0;
            do
            :: j < 2 -> j++; total++
            :: else -> break
            od;
            i++
        :: else -> break
        od
    };
    rounds++;
    assert(total % 6 == 0 && total >= 6 * rounds)
}
