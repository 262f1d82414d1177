/* story: An inline as an option of a selection: its first statement is the guard.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 22
 */
byte x = 2;

inline take(n) {
    atomic { x >= n; x = x - n }
}

active [2] proctype P() {
    do
    :: take(2) -> assert(x == 0)
    :: take(1); assert(x <= 1)
    :: x == 0 -> break
    od
}
