/* story: A byte is cut to 8 bits when it is stored; arithmetic before that is done in int.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 43
 */
byte b = 250;
int wide;

active proctype P() {
    byte n;
    do
    :: n < 10 -> b++; n++
    :: else -> break
    od;
    assert(b == 4);
    b = 0;
    b--;
    assert(b == 255);
    wide = b + 1;
    assert(wide == 256);
    b = b + b + 3;
    assert(b == 1);
    b = -1;
    assert(b == 255 && b != -1)
}
