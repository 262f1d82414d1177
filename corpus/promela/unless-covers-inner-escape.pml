/* story: The outer escape also watches over the body of the inner escape.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 8
 */
bool go;
byte who;

active proctype P() {
    {
        { go = true; who == 7 } unless { go -> who = 1; who = 3 }
    } unless {
        who == 1 -> who = 20
    };
    assert(who == 20)
}
