/* story: The branch of a conditional expression that is not chosen is not evaluated: the index there would be out of range.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 23
 */
byte a[3];
byte i;

active proctype P() {
    byte v;
    do
    :: i < 5 ->
        v = (i < 3 -> a[i] : 9);
        assert(v == 0 || i >= 3);
        i++
    :: else -> break
    od
}
