/* story: Dekker's algorithm: a busy wait that backs off when it is not its turn.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 146
 */
bool want[2];
byte turn, inside;

active [2] proctype P() {
    do
    :: want[_pid] = true;
        do
        :: want[1 - _pid] ->
            if
            :: turn == 1 - _pid ->
                want[_pid] = false;
                turn == _pid;
                want[_pid] = true
            :: else
            fi
        :: else -> break
        od;
        inside++;
        assert(inside == 1);
        inside--;
        turn = 1 - _pid;
        want[_pid] = false
    od
}
