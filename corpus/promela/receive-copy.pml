/* story: q?<x> reads the head and leaves it there; the next receive finds the same message.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 38
 */
chan q = [2] of { byte };
byte peeks;

active proctype P() {
    byte a, b;
    q ? <a>;
    assert(len(q) >= 1);
    peeks++;
    q ? b;
    assert(a == b)
}

active proctype Q() {
    if
    :: q ! 3
    :: q ! 4
    fi;
    q ! 5
}
