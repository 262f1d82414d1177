/* story: bit and bool keep the lowest bit of what is stored, so storing 2 gives 0.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 39
 */
bit b;
bool t;

active proctype P() {
    byte i;
    do
    :: i < 5 ->
        b = i;
        assert(b == i % 2);
        t = i + 1;
        assert(t != b);
        i++
    :: else -> break
    od;
    t = 2;
    assert(t == false);
    b = !0;
    assert(b == true && b == 1);
    b++;
    assert(b == 0)
}
