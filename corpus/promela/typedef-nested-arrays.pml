/* story: Records in arrays in records; assignment to one cell changes no other.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 57
 */
typedef Cell {
    byte v;
    bit seen[2]
}
typedef Row {
    Cell c[2];
    byte n = 3
}
Row grid[2];

active [2] proctype P() {
    grid[_pid].c[1].v = 4 + _pid;
    grid[_pid].c[0].seen[_pid] = 1;
    grid[_pid].n--;
    assert(grid[_pid].c[1].v == 4 + _pid && grid[_pid].c[0].v == 0);
    assert(grid[_pid].c[0].seen[1 - _pid] == 0);
    assert(grid[_pid].n == 2)
}
