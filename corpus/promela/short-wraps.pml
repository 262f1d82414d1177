/* story: A short is a signed 16-bit number; it wraps from 32767 to -32768.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
short s = 32766;
short u;

active proctype P() {
    byte n;
    do
    :: n < 3 -> s++; n++
    :: else -> break
    od;
    assert(s == -32767);
    u = 65535;
    assert(u == -1);
    u = 32768;
    assert(u == -32768);
    u--;
    assert(u == 32767)
}
