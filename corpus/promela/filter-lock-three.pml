/* story: The filter lock for three processes, each going through twice.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 36298
 * define: N=3
 */
byte level[N], last[N], inside;

active [N] proctype P() {
    byte l, k, rounds;
    do
    :: rounds < 2 ->
        for (l : 1 .. N - 1) {
            level[_pid] = l;
            last[l] = _pid;
            atomic {
                (last[l] != _pid ||
                    ((_pid == 0 || level[0] < l) && (_pid == 1 || level[1] < l) && (_pid == 2 || level[2] < l)))
            }
        };
        l = 0;
        inside++;
        assert(inside == 1);
        inside--;
        level[_pid] = 0;
        rounds++
    :: else -> break
    od
}
