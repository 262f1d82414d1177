/* story: A macro with arguments is text: without parentheses the argument's operators mix with those of the body, as in C.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 9
 */
#define SUM(a, b) a + b
#define TWICE(x) (2 * (x))
#define BOTH(p, q) ((p) && (q))
#define STEP(v, n) v = v + n; assert(v < 50)

byte x;

active proctype P() {
    x = SUM(1, 2) * 3;
    assert(x == 7);
    x = TWICE(1 + 2);
    assert(BOTH(x == 6, TWICE(x) == 12));
    STEP(x, SUM(1, 1));
    assert(x == 8)
}
