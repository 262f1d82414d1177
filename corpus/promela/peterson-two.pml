/* story: Peterson's algorithm for two processes that go round for ever: mutual exclusion holds and nobody gets stuck.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 38
 */
bool want[2];
byte turn, inside;

active [2] proctype P() {
    do
    :: want[_pid] = true;
        turn = 1 - _pid;
        (!want[1 - _pid] || turn == _pid);
        inside++;
        assert(inside == 1);
        inside--;
        want[_pid] = false
    od
}
