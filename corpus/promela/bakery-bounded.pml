/* story: Lamport's bakery for two, each process entering twice so that the tickets stay bounded; reading the ticket and taking the next are separate steps.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 1723
 */
bool choosing[2];
byte ticket[2], inside;

active [2] proctype P() {
    byte round, seen;
    do
    :: round < 2 ->
        choosing[_pid] = true;
        seen = ticket[1 - _pid];
        ticket[_pid] = seen + 1;
        choosing[_pid] = false;
        !choosing[1 - _pid];
        (ticket[1 - _pid] == 0 || ticket[_pid] < ticket[1 - _pid] ||
            (ticket[_pid] == ticket[1 - _pid] && _pid == 0));
        inside++;
        assert(inside == 1);
        inside--;
        ticket[_pid] = 0;
        seen = 0;
        round++
    :: else -> break
    od
}
