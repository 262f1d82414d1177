/* story: _last is the number of the process that moved last; it becomes a part of the state as soon as it is used.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 127
 */
byte x;

active [2] proctype P() {
    x++;
    x++
}

active proctype Watch() {
    byte l;
    l = _last;
    assert(l <= 2);
    l = 0
}
