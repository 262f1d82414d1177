/* story: A declaration at the head of an option is its first statement, always executable: the condition behind it is no guard any more, and the process gets stuck there.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 6
 */
byte x;

active proctype P() {
    if
    :: byte k = 1; x == 9 -> assert(false)
    :: x == 0 -> x = 1
    fi;
    assert(x == 1)
}
