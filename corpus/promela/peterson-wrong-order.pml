/* story: Peterson's algorithm with its first two assignments exchanged no longer excludes.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 98
 */
bool want[2];
byte turn, inside;

active [2] proctype P() {
    do
    :: turn = 1 - _pid;
        want[_pid] = true;
        (!want[1 - _pid] || turn == _pid);
        inside++;
        assert(inside == 1);
        inside--;
        want[_pid] = false
    od
}
