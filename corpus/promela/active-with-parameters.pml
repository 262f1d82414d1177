/* story: Parameters of active processes start as zero.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 31
 */
byte sum;

active [2] proctype P(byte k; short m) {
    assert(k == 0 && m == 0);
    k = _pid + 1;
    sum = sum + k;
    m = -1
}
