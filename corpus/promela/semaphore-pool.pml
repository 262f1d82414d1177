/* story: Four workers and two tokens in a channel: at most two at work.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 1396
 */
chan pool = [2] of { bit };
byte working;

active [4] proctype Worker() {
    pool ? 1;
    working++;
    assert(working <= 2);
    working--;
    pool ! 1
}

init {
    pool ! 1;
    pool ! 1
}
