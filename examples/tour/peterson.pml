/* Peterson's mutual exclusion for two processes. Everything holds. */
bool flag[2];
byte turn;
byte critical;                  /* processes in the critical section */

active [2] proctype P()
{
    do
    :: flag[_pid] = true;
       turn = 1 - _pid;
       (flag[1 - _pid] == false || turn == _pid);
       critical++;
       assert(critical == 1);
       critical--;
       flag[_pid] = false
    od
}
