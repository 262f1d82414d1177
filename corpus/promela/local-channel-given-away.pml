/* story: A local channel handed to another process is usable as long as its creator lives.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 9
 */
byte got;

proctype Client(chan c) {
    byte v;
    c ? v;
    got = v;
    c ! v + 1
}

init {
    chan mine = [0] of { byte };
    byte v;
    run Client(mine);
    mine ! 8;
    mine ? v;
    assert(v == 9 && got == 8)
}
