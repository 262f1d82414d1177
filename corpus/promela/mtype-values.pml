/* story: Names of an mtype are numbered from 1 on, and a later declaration goes on upwards; the first name of a list has the highest number.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
mtype = { red, green, blue };
mtype = { black };
mtype m = green;

active proctype P() {
    byte k;
    assert(m != red && m != blue);
    k = red; assert(k == 3);
    k = blue; assert(k == 1);
    k = black; assert(k == 4);
    if
    :: m = red
    :: m = black
    fi;
    assert(m == 3 || m == 4);
    m = 0;
    assert(m == 0)
}
