/* story: An array of mtype with an initialiser, and mtype values as array indices.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 57
 */
mtype = { up, down, left, right };
mtype way[2] = up;
byte count[5];

active [2] proctype P() {
    count[way[_pid]]++;
    if
    :: way[_pid] == up -> way[_pid] = left
    :: way[_pid] == down -> way[_pid] = right
    fi;
    count[way[_pid]]++;
    assert(count[up] + count[left] == 2 || count[up] + count[left] > 0);
    assert(count[0] == 0 && way[_pid] == 2)
}
