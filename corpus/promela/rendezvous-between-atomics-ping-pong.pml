/* story: Two atomic sequences that hand control to and fro by rendezvous; the third process sees the start and the end, and values after control was given up.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
chan there = [0] of { byte };
chan back = [0] of { byte };
byte x;

active proctype Ping() {
    byte v;
    atomic {
        x = 1;
        there ! 1;
        back ? v;
        x = x + v;
        there ! 2;
        x = x + 1
    }
}

active proctype Pong() {
    byte v;
    atomic {
        there ? v;
        x = x + v;
        back ! 4;
        there ? v;
        x = x + v
    }
}

active proctype Watch() {
    byte w;
    w = x
}
