/* story: A goto out of the main sequence leaves the unless: the escape cannot strike any more.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 47
 */
bool flag;
byte x;

active proctype P() {
    {
        x = 1;
        if
        :: goto away
        :: skip
        fi;
        x = 2
    } unless {
        flag -> x = 9; goto done
    };
    x = 3;
away:
    x = x + 20;
    assert(x == 21 || x == 23);
done:
    skip
}

active proctype Q() {
    flag = true
}
