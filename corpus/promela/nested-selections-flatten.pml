/* story: A selection that starts with a selection: the guards of the inner one count as guards of the outer one, with no step between.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 48
 */
byte x, r;

active proctype P() {
    do
    :: if
       :: x == 1 -> r = 1
       :: do
          :: x == 2 -> r = 2
          :: x == 3 -> break
          od
       fi;
       r = r + 10;
       break
    :: x == 0 -> r = 3; break
    od
}

active proctype Q() {
    x = 1;
    x = 2;
    x = 3
}
