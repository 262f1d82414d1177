/* story: Leader election in a one-way ring: each passes on numbers greater than its own; the greatest comes round and wins alone.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 567
 * define: N=3
 */
chan link[N] = [2] of { byte };
byte leaders;

proctype Node(byte me; byte number) {
    byte m;
    link[(me + 1) % N] ! number;
    do
    :: link[me] ? m ->
        if
        :: m > number -> link[(me + 1) % N] ! m
        :: m < number -> skip
        :: m == number ->
            leaders++;
            assert(leaders == 1 && number == 9);
            link[(me + 1) % N] ! 100;
            if
            :: link[me] ? 100
            fi;
            break
        fi;
        if
        :: m == 100 -> break
        :: else -> m = 0
        fi
    od
}

init {
    atomic {
        run Node(0, 4);
        run Node(1, 9);
        run Node(2, 6)
    }
}
