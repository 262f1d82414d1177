/* story: mtype:fruit and mtype:colour are separate sets of names, each numbered for itself.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 12
 */
mtype:fruit = { apple, pear };
mtype:colour = { red, green, blue };

mtype:fruit f = apple;
mtype:colour c;
chan q = [1] of { mtype:fruit, mtype:colour };

active proctype P() {
    byte k, l, m;
    k = pear; assert(k == 1);
    l = blue; assert(l == 1);
    m = red; assert(m == 3);
    q ! pear, green
}

active proctype Q() {
    q ? f, c;
    assert(f == pear && c == green)
}
