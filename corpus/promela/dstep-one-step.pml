/* story: A d_step is one single transition with no state inside it; an atomic with the same body counts the same states but the loop counter inside is gone as well.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
byte x, y;

active [2] proctype P() {
    byte i;
    d_step {
        i = 0;
        do
        :: i < 4 -> i++; x++
        :: else -> break
        od;
        i = 0;
        y = x
    };
    assert(y % 4 == 0)
}
