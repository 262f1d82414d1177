/* story: The philosophers take the lower fork first; this order of resources prevents the deadlock.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 81
 * define: N=4
 */
bool fork[N];

#define LOW (_pid == N - 1 -> 0 : _pid)
#define HIGH (_pid == N - 1 -> N - 1 : _pid + 1)

active [N] proctype Phil() {
    do
    :: atomic { !fork[LOW] -> fork[LOW] = true };
        atomic { !fork[HIGH] -> fork[HIGH] = true };
        fork[LOW] = false;
        fork[HIGH] = false
    od
}
