/* story: P[k]@label asks whether process k stands at the label.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 50
 */
byte x;

active [2] proctype P() {
    x++;
crit:
    x--
}

active proctype Watch() {
    byte both;
    if
    :: atomic { P[0]@crit && P[1]@crit -> assert(x == 2); both = 1 }
    :: !P[0]@crit -> both = 2
    :: atomic { P[1]@crit -> assert(x >= 1); both = 3 }
    fi
}
