/* story: eval takes any expression; together with a variable and a constant in one receive.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 15
 */
mtype = { req, rsp };
chan q = [2] of { mtype, byte, byte };
byte key = 4;

active proctype P() {
    byte v;
    q ? req, eval(key * 2), v;
    assert(v == 1);
    q ?? eval(rsp), v, eval((key > 3 -> 6 : 7));
    assert(v == 5)
}

active proctype Q() {
    q ! req(8, 1);
    q ! rsp(5, 6)
}
