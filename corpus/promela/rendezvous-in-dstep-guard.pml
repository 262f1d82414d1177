/* story: A rendezvous receive as the first statement of a d_step.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
chan c = [0] of { byte };
byte x, y;

active proctype Receiver() {
    byte v;
    d_step { c ? v; x = v; x = x + 1; v = 0 };
    assert(x == 6 || x == 7)
}

active proctype Sender() {
    if
    :: c ! 5
    :: c ! 6
    fi;
    y++;
    y = x
}
