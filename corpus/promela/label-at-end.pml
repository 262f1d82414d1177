/* story: A label on the last skip of a body as the target of a goto out of nested loops.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 18
 */
byte x;

active proctype P() {
    do
    :: do
       :: x < 4 -> x++
       :: x == 2 -> goto out
       :: x == 4 -> break
       od;
       x = 9
    :: x == 9 -> break
    od;
    x = 10;
out:
    skip
}
