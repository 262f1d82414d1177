/* story: for (m in q) shows each message of the queue once and leaves the queue as it was, by receiving and sending again.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 25
 */
typedef Msg {
    byte a;
    byte b
}
chan q = [3] of { Msg };
byte sum;

active proctype P() {
    Msg m;
    m.a = 1; m.b = 10;
    q ! m;
    m.a = 2; m.b = 20;
    q ! m;
    for (m in q) {
        sum = sum + m.a + m.b
    };
    assert(sum == 33 && len(q) == 2);
    q ? m;
    assert(m.a == 1 && m.b == 10);
    q ? m;
    assert(m.a == 2 && m.b == 20)
}
