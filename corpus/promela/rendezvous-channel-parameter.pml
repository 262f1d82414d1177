/* story: Channels handed to processes as parameters; the rendezvous happens on the channel, whatever it is called.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 12
 */
chan left = [0] of { byte };
chan right = [0] of { byte };
byte sum;

proctype Relay(chan in; chan out) {
    byte v;
    in ? v;
    out ! v + 1
}

proctype Sink(chan in) {
    byte v;
    in ? v;
    sum = sum + v
}

init {
    run Relay(left, right);
    run Sink(right);
    left ! 4;
    sum == 5
}
