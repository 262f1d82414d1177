/* story: The same lock taken in two steps: two processes can be inside at once.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 69
 */
bool lock;
byte inside;

active [2] proctype P() {
    !lock;
    lock = true;
    inside++;
    assert(inside == 1);
    inside--;
    lock = false
}
