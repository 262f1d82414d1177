/* story: Shifts are those of C on int; the result is cut when it is stored.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 69
 */
byte b;
int i;

active proctype P() {
    byte n;
    b = 1;
    do
    :: n < 9 -> b = b << 1; n++
    :: b == 128 -> break
    :: b == 0 -> break
    od;
    assert((n == 7 && b == 128) || (n >= 8 && b == 0));
    i = -8;
    i = i >> 1;
    assert(i == -4);
    i = 1 << 10;
    assert(i == 1024);
    i = 1 << 2 + 1;
    assert(i == 8);
    b = 5 & 6 | 8 ^ 1;
    assert(b == 13);
    b = ~5;
    assert(b == 250)
}
