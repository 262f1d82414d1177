/* story: Macro names inside a string are left alone, and a macro is not expanded in itself.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 4
 */
#define x x
#define N 3
byte x = N;

active proctype P() {
    printf("N is %d, x is %d\n", N, x);
    assert(x == 3)
}
