/* story: A rendezvous send from an atomic sequence to a receiver outside any atomic sequence gives up control; when the sender moves again it is atomic again, so 1 is seen but 2 never.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 61
 */
chan c = [0] of { byte };
byte x, seen, hits;

active proctype Sender() {
    atomic { x = 1; c ! 5; x = 2; x = 3 }
}

active proctype Receiver() {
    byte v;
    c ? v;
    hits++
}

active proctype Watcher() {
    seen = x;
    assert(seen != 2);
    if
    :: seen == 1 -> hits = hits + 10
    :: else
    fi
}
