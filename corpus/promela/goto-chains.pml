/* story: goto after another statement is no step of its own; as the first statement of an option it is one, and a chain of gotos is followed at once.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 23
 */
byte x;

active proctype P() {
    x = 1;
    goto a;
b:
    x = 3;
    goto c;
a:
    goto b;
c:
    if
    :: goto d
    :: x = 4; goto d
    fi;
d:
    goto e;
e:
    assert(x == 3 || x == 4)
}

active proctype Q() {
    skip
}
