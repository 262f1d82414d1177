/* story: Division by zero is a run-time error on the runs that reach it, and only there.
 * expect: deadlock = holds
 * expect: assertions = violated
 * spin: skip the verifier dies of a floating point exception
 */
byte x, y;

active proctype P() {
    if
    :: x = 1
    :: x = 2
    :: skip
    fi;
    do
    :: y = 12 / x
    :: x == 0 -> break
    :: y > 0 -> assert(y == 12 || y == 6); break
    od
}
