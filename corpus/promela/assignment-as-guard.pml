/* story: An assignment as the first statement of an option is always executable, also when it assigns 0.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 21
 */
byte x = 3, n;

active proctype P() {
    do
    :: n < 3 ->
        if
        :: x = 0; n++
        :: x == 3 -> n = n + 2
        :: else -> assert(false)
        fi
    :: n >= 3 -> break
    od;
    assert(n == 3 || n == 4)
}
