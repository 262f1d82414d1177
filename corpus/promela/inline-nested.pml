/* story: An inline that calls an inline twice: a local variable of the inner one is new in each call.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 20
 */
byte total;

inline add(n) {
    byte j = n;
    total = total + j;
    j++
}

inline twice(m) {
    byte k;
    k = m;
    add(k);
    add(k + 1)
}

active proctype P() {
    twice(1);
    assert(total == 3);
    {
        twice(10)
    };
    assert(total == 24)
}
