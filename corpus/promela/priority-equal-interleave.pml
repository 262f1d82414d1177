/* story: Processes of the same priority interleave freely among themselves, and a third of lower priority waits for both.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
byte x, y;

active [2] proctype Equal() priority 4 {
    x++;
    x++
}

active proctype Low() priority 2 {
    assert(x == 4);
    y = 1;
    y = x
}
