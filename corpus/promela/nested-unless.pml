/* story: Nested unless with both escapes executable: the outer escape goes first (-J would turn this round, which SPIN has for Java).
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 10
 */
bool go;
byte who;

active proctype P() {
    {
        {
            who == 7
        } unless {
            go -> who = 1
        }
    } unless {
        go -> who = who + 2
    };
    assert(who == 2)
}

active proctype Q() {
    go = true
}
