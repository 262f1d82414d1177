/* story: (c -> a : b) is an expression; only the chosen branch counts, and it nests.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 43
 */
byte x, m;

active [2] proctype P() {
    byte k;
    k = (_pid == 0 -> 5 : 7);
    m = (k > m -> k : m);
    x = (x == 0 -> 1 : (x == 1 -> 2 : 3));
    assert(m == 5 || m == 7);
    assert(x > 0 && x < 3)
}
