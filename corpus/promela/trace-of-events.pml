/* story: A trace declaration watches the sends and receives on a channel; the events here follow it, and its place follows from the state of the model, so it adds no states.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 37
 */
mtype = { a, b };
chan q = [1] of { mtype };

trace {
end:
    do
    :: q ! a; q ? a
    :: q ! b; q ? b
    od
}

active proctype P() {
    byte n;
    do
    :: n < 2 -> q ! a; n++
    :: n < 2 -> q ! b; n++
    :: n == 2 -> break
    od
}

active proctype Q() {
    mtype m;
end:
    do
    :: q ? m
    od
}
