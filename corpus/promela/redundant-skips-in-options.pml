/* story: SPIN drops a skip that follows another skip inside an option, unless it is the last statement there; outside of options skips are kept. This changes the number of states only.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 101
 */
byte x;

active proctype P() {
    skip; skip; skip; skip;
    if
    :: x == 0 -> skip; skip; skip; x = 1; skip; true; skip
    :: skip; skip; skip; x = 2
    fi;
    do
    :: x > 0 -> x--; skip; printf("\n"); skip; skip
    :: x == 0 -> skip; skip; lab: skip; skip; break
    od
}

active proctype Q() {
    skip; skip
}
