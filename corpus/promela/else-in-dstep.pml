/* story: else inside a d_step is taken when the other options fail, at that moment in the middle of the step.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 91
 */
byte x, low, high;

active [2] proctype P() {
    byte n;
    do
    :: n < 2 ->
        d_step {
            x = x + 3;
            if
            :: x > 7 -> x = x - 7; high++
            :: else -> low++
            fi
        };
        n++
    :: else -> break
    od;
    assert(x <= 7)
}
