/* story: Three symmetric processes and a lock taken in one atomic step: never two inside.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 2257
 */
bool lock;
byte inside;

active [3] proctype P() {
    byte n;
    do
    :: n < 2 ->
        atomic { !lock -> lock = true };
        inside++;
        assert(inside == 1);
        inside--;
        lock = false;
        n++
    :: else -> break
    od
}
