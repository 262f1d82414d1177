/* story: timeout is executable only when no other statement in the whole system is.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
chan q = [1] of { byte };
byte lost, got;

active proctype Sender() {
    if
    :: q ! 1
    :: lost = 1
    fi
}

active proctype Receiver() {
    byte v;
    if
    :: q ? v -> got = 1; assert(!lost)
    :: timeout -> assert(lost == 1); got = 2
    fi
}
