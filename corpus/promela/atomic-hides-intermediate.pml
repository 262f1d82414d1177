/* story: Steps inside an atomic sequence are not interleaved, so the sum of both cells is the same whenever somebody else looks.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 342
 */
byte a = 3, b = 3;

active [2] proctype Move() {
    byte n;
    do
    :: n < 2 -> atomic { a > 0 -> a--; b++ }; n++
    :: n < 2 -> atomic { b > 0 -> b--; a++ }; n++
    :: n == 2 -> break
    od
}

active proctype Look() {
    end: do
    :: assert(a + b == 6)
    od
}
