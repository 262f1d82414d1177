/* story: Two-phase commit: participants that may vote no; all of them come to the same decision.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 1970
 * define: N=3
 */
mtype = { yes, no, commit, abort };
chan vote = [N] of { mtype };
chan order[N] = [1] of { mtype };
byte committed, aborted;

active proctype Coordinator() {
    byte i;
    mtype v, decision = commit;
    for (i : 1 .. N) {
        vote ? v;
        if
        :: v == no -> decision = abort
        :: else
        fi
    };
    for (i : 0 .. N - 1) {
        order[i] ! decision
    }
}

active [N] proctype Participant() {
    mtype d;
    if
    :: vote ! yes
    :: vote ! no
    fi;
    order[_pid - 1] ? d;
    if
    :: d == commit -> committed++
    :: d == abort -> aborted++
    fi;
    assert(committed == 0 || aborted == 0)
}
