/* story: P[k]:v reads the local variable v of process k.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 31
 */
byte x;

active [2] proctype P() {
    byte mine = 3;
    mine = mine + _pid;
    x++;
    mine = 0
}

active proctype Watch() {
    x == 2;
    atomic { assert(P[0]:mine == 3 || P[0]:mine == 0); assert(P[1]:mine == 4 || P[1]:mine == 0) }
}
