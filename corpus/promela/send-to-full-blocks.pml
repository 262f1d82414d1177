/* story: A send to a full channel waits (SPIN's default, without -m): three sends into two places never end.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 42
 */
chan q = [2] of { byte };

active [3] proctype Sender() {
    q ! _pid;
    assert(len(q) <= 2)
}
