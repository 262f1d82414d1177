/* story: else beside a rendezvous send while the receiver is waiting from the start: else is never taken.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 5
 */
chan c = [0] of { byte };
byte hits;

active proctype Receiver() {
    byte v;
    c ? v;
    c ? v
}

active proctype Sender() {
    if
    :: c ! 1
    :: else -> assert(false)
    fi;
    if
    :: c ! 1
    :: else -> assert(false)
    fi
}
