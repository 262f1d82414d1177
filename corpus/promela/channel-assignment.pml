/* story: A channel variable can be assigned and compared: both names then mean the same queue.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
chan a = [2] of { byte };
chan b = [2] of { byte };
chan c;

active proctype P() {
    byte v;
    if
    :: c = a
    :: c = b
    fi;
    c ! 5;
    assert(len(a) + len(b) == 1);
    if
    :: c == a -> a ? v
    :: c == b -> b ? v
    fi;
    assert(v == 5 && empty(c))
}
