/* story: Messages left in channels do not make an end state invalid (SPIN's default, without -q).
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 10
 */
chan q = [2] of { byte };

active [2] proctype P() {
    q ! _pid
}
