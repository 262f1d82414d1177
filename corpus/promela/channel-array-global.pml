/* story: A global array of channels: each element is a channel of its own with the same shape.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 102
 */
chan q[3] = [1] of { byte };
byte done;

active [3] proctype P() {
    byte v;
    q[(_pid + 1) % 3] ! _pid;
    q[_pid] ? v;
    assert(v == (_pid + 2) % 3);
    done++
}
