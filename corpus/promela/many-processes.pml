/* story: Six small processes in a chain of rendezvous: 1 is added by each.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 228
 * define: N=6
 */
chan c[N] = [0] of { byte };

active [N] proctype P() {
    byte v;
    if
    :: _pid > 0 -> c[_pid - 1] ? v
    :: else
    fi;
    v++;
    if
    :: _pid < N - 1 -> c[_pid] ! v
    :: else -> assert(v == N)
    fi
}
