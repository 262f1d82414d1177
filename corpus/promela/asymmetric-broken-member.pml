/* story: Three clients of a server, one of which takes the answer and never gives the lock back.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 29
 */
mtype = { ask, give, back };
chan server = [0] of { mtype, byte };
chan client[3] = [0] of { mtype };

active [3] proctype Client() {
    server ! ask, _pid;
    client[_pid] ? give;
    if
    :: _pid == 1 -> false
    :: else -> server ! back, _pid
    fi
}

active proctype Server() {
    byte who;
end:
    do
    :: server ? ask, who ->
        client[who] ! give;
        server ? back, eval(who)
    od
}
