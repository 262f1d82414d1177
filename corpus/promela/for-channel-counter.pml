/* story: The hidden counter of a for loop over a channel is part of the state: coming round again with another value of it gives new states.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 13
 */
typedef Msg {
    byte a
}
chan q = [2] of { Msg };

active proctype P() {
    Msg m;
end:
    do
    :: empty(q) ->
        q ! m;
        for (m in q) {
            skip
        };
        q ? m
    od
}
