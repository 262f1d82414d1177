/* story: A loop whose only option is break is one step.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 19
 */
byte x;

active proctype P() {
    do
    :: break
    od;
    x = 1;
    do
    :: x == 1 -> break
    od;
    do :: do :: break od; break od;
    x = 2
}

active proctype Q() {
    skip
}
