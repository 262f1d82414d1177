/* story: Local channels die with their process and their numbers are used again for the next ones.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 40
 */
byte sum;

proctype Child(byte k) {
    chan c = [1] of { byte };
    byte v;
    c ! k;
    c ? v;
    sum = sum + v
}

init {
    run Child(1);
    _nr_pr == 1;
    run Child(2);
    run Child(3);
    _nr_pr == 1;
    assert(sum == 6)
}
