/* story: Nested unless: the inner escape is tried before the outer one. SPIN says so by default; -J would turn it round.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
bool go;
byte who;

active proctype P() {
    {
        {
            go == false;
            go == true && who == 7
        } unless {
            go -> who = 1
        }
    } unless {
        go -> who = 2
    };
    assert(who == 1 || who == 2)
}

active proctype Q() {
    go = true
}
