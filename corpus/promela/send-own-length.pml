/* story: len(q) in the message that is sent to q counts the messages before the send.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 21
 */
chan q = [3] of { byte };

active [2] proctype P() {
    byte v;
    q ! len(q);
    q ?? <v>;
    assert(v == 0)
}
