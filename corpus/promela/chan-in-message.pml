/* story: A channel is sent through a channel, and the answer comes back on it.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 36
 */
chan service = [1] of { chan, byte };

active proctype Server() {
    chan reply;
    byte k;
end:
    do
    :: service ? reply, k -> reply ! k * 2
    od
}

active [2] proctype Client() {
    chan mine = [0] of { byte };
    byte r;
    service ! mine, _pid;
    mine ? r;
    assert(r == 2 * _pid)
}
