/* story: A process that starts the next one, down to a bound, and reports back through a channel given as parameter.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 43
 */
proctype Fact(byte n; chan reply) {
    chan mine = [1] of { byte };
    byte r;
    if
    :: n <= 1 -> reply ! 1
    :: n > 1 -> run Fact(n - 1, mine); mine ? r; reply ! n * r
    fi
}

init {
    chan result = [1] of { byte };
    byte r;
    run Fact(4, result);
    result ? r;
    assert(r == 24)
}
