/* story: P@label and P:v without a number mean the only instance of P.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 23
 */
byte x;

active proctype Worker() {
    byte k;
    x = 1;
busy:
    k = 7;
    assert(k == 7);
    x == 5;
    x = 2
}

active proctype Watch() {
    if
    :: Worker@busy -> assert(x == 1)
    :: Worker:k == 7 -> assert(x == 1)
    fi;
    x = 5
}
