/* story: A toy of the MSI protocol: at most one cache is modified, and then no other is shared.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 294
 * define: N=3
 */
mtype = { invalid, shared, modified };
mtype cache[N] = invalid;
byte memory, value[N];

active [N] proctype Cache() {
    byte i;
    do
    :: cache[_pid] == invalid ->
        atomic {
            for (i : 0 .. N - 1) {
                if
                :: cache[i] == modified -> memory = value[i]; cache[i] = shared
                :: else
                fi
            }
            cache[_pid] = shared;
            value[_pid] = memory;
            i = 0
        }
    :: cache[_pid] != modified ->
        atomic {
            for (i : 0 .. N - 1) {
                if
                :: i != _pid && cache[i] == modified -> memory = value[i]; value[i] = 0; cache[i] = invalid
                :: i != _pid && cache[i] == shared -> value[i] = 0; cache[i] = invalid
                :: else
                fi
            }
            i = 0;
            cache[_pid] = modified;
            value[_pid] = (memory + 1) % 3
        }
    :: d_step { cache[_pid] == shared -> assert(value[_pid] == memory) }
    :: d_step { cache[_pid] == modified -> assert(cache[(_pid + 1) % N] == invalid && cache[(_pid + 2) % N] == invalid) }
    od
}
