/* story: The elements of an array of bit or bool are stored as whole bytes and are not cut to one bit: 3 stays 3, which surprises.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 73
 */
bit f[3];
bool g[2] = true;
bit s;

active [2] proctype P() {
    f[_pid] = 3;
    assert(f[_pid] == 3);
    f[2] = f[2] + 255;
    assert(f[2] == 255 || f[2] == 254);
    s = 3;
    assert(s == 1);
    assert(g[0] && g[1])
}
