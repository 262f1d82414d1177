/* story: _pid in expressions; the process that reads its own number as an index gets its own cell.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 257
 */
byte cell[3];

active [3] proctype P() {
    cell[_pid] = _pid * 2;
    cell[(_pid + 1) % 3] = 9;
    assert(cell[_pid] == _pid * 2 || cell[_pid] == 9)
}
