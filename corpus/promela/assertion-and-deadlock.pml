/* story: A model with both kinds of error, on different runs.
 * expect: deadlock = violated
 * expect: assertions = violated
 * expect: states = 28
 */
byte fork[2];

active [2] proctype Phil() {
    atomic { fork[_pid] == 0 -> fork[_pid] = 1 };
    atomic { fork[1 - _pid] == 0 -> fork[1 - _pid] = 1 };
    assert(_pid == 0);
    fork[_pid] = 0;
    fork[1 - _pid] = 0
}
