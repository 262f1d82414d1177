/* story: A rendezvous send from inside an atomic sequence to a receiver inside an atomic sequence: control goes to the receiver first, and the sender's remaining steps are not run atomically with its send.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 32
 */
chan c = [0] of { byte };
byte x;

active proctype Sender() {
    atomic { x = 1; c ! 5; x = x + 10 };
    x = x + 100
}

active proctype Receiver() {
    byte v;
    atomic { c ? v; assert(x == 1); x = 2; assert(x == 2) }
}

active proctype Watcher() {
    byte w;
    w = x;
    assert(w != 1)
}
