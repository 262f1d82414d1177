/* story: A goto out of an atomic sequence ends the atomicity: the other process can now see the value that was set last.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 38
 */
byte x, seen;

active proctype P() {
    atomic {
        x = 1;
        x = 2;
        goto out;
        x = 3
    };
    x = 4;
out:
    x = 5;
    x = 6
}

active proctype Q() {
    seen = x;
    assert(seen == 0 || seen == 2 || seen == 5 || seen == 6)
}
