/* story: A semicolon may be left out at the end of a line; so a line that begins with a minus sign is a statement of its own, here a condition that is always true.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
byte x

active proctype P() {
    byte k = 2
    x = 5
    - 1
    assert(x == 5)
    x = (k
        + 1)
    if
    :: x == 3 -> x++
    :: else -> assert(false)
    fi
    x++
    do
    :: x < 7 -> x++
    :: else -> break
    od
    assert(x == 7)
}
