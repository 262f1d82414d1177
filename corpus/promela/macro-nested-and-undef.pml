/* story: Macros that use macros are expanded late, and #undef and a new #define change what they mean from there on.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 5
 */
#define LOW 2
#define HIGH (LOW + 3)
#define NAME(k) cell_##k

byte NAME(a), NAME(b);

active proctype P() {
    cell_a = HIGH;
#undef LOW
#define LOW 7
    cell_b = HIGH;
    assert(cell_a == 5 && cell_b == 10)
}
#undef HIGH
#ifdef HIGH
active proctype Q() { assert(false) }
#endif
