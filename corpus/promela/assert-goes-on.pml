/* story: A failed assertion is reported and the process goes on behind it: the states after it belong to the search that continues past errors.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 61
 */
byte x;

active [2] proctype P() {
    x++;
    assert(x < 2);
    x++;
    assert(x != 3);
    x = 0
}
