/* story: np_ may stand in a never claim only; the claim is no part of this safety count, and the progress label changes nothing.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 30
 */
byte x;

active proctype P() {
    do
    :: x < 3 -> x++;
progress_step:
        skip
    :: x == 3 -> break
    od
}

active proctype Q() {
    x >= 2 -> assert(x >= 2)
}

never {
    do
    :: true
    :: np_ -> break
    od;
accept:
    do
    :: np_
    od
}
