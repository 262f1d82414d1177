/* story: Values are cut to the type of the message field when they are sent.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 5
 */
chan q = [1] of { bit, byte, short };

init {
    int a, b, c;
    q ! 3, 260, 40000;
    q ? a, b, c;
    assert(a == 1 && b == 4 && c == -25536)
}
