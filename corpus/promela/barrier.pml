/* story: A barrier with a sense that flips: nobody is two rounds ahead of another.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 561
 * define: N=3
 */
byte count;
bool sense;
byte round[N];

active [N] proctype P() {
    bool mine;
    byte i;
    do
    :: round[_pid] < 2 ->
        mine = !sense;
        atomic {
            count++;
            if
            :: count == N -> count = 0; sense = mine
            :: else
            fi
        };
        sense == mine;
        round[_pid]++;
        d_step {
            for (i : 0 .. N - 1) {
                assert(round[i] + 1 >= round[_pid] && round[i] <= round[_pid] + 1)
            }
            i = 0
        }
    :: else -> break
    od
}
