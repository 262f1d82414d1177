/* story: Four philosophers who all take the left fork first: they can starve together.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 80
 * define: N=4
 */
bool fork[N];

active [N] proctype Phil() {
    do
    :: atomic { !fork[_pid] -> fork[_pid] = true };
        atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = true };
        fork[_pid] = false;
        fork[(_pid + 1) % N] = false
    od
}
