/* story: _ as a receive target throws the field away; it keeps no value and adds nothing to the state.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 33
 */
chan q = [2] of { byte, byte, byte };
byte sum;

active proctype P() {
    byte v;
    q ? _, v, _;
    sum = sum + v;
    q ? v, _, _;
    sum = sum + v;
    assert(sum == 9 || sum == 8)
}

active proctype Q() {
    if
    :: q ! 1, 5, 9
    :: q ! 2, 4, 8
    fi;
    q ! 4, 3, 2
}
