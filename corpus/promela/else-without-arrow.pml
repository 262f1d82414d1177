/* story: After else the arrow may be left out.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 10
 */
byte x;

active proctype P() {
    do
    :: x < 2 -> x++
    :: else x = 9; break
    od;
    if
    :: x == 1 -> skip
    :: else
    fi;
    assert(x == 9)
}
