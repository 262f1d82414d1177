/* story: An end label helps only at the statement that carries it: the server also stops one statement later, waiting for a second message, and that is an invalid end state.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 29
 */
chan req = [1] of { byte };

active proctype Server() {
    byte c, d;
end:
    do
    :: req ? c -> req ? d
    od
}

active [3] proctype Client() {
    req ! 1
}
