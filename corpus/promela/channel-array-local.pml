/* story: A local array of channels belongs to each process instance.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 57
 */
byte total;

active [2] proctype P() {
    chan q[2] = [1] of { byte };
    byte v;
    q[0] ! 1;
    q[1] ! 2;
    assert(full(q[0]) && full(q[1]));
    q[1] ? v;
    assert(v == 2 && empty(q[1]));
    total = total + v
}
