/* story: Nondeterminism inside an atomic sequence is kept: all four sums are reached, and nothing else.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 80
 */
byte sum, seen;

active proctype P() {
    atomic {
        if
        :: sum = sum + 1
        :: sum = sum + 2
        fi;
        if
        :: sum = sum + 4
        :: sum = sum + 8
        fi
    };
    if
    :: sum == 5 -> seen = 1
    :: sum == 9 -> seen = 2
    :: sum == 6 -> seen = 3
    :: sum == 10 -> seen = 4
    fi
}

active proctype Q() {
    byte k;
    k = sum;
    assert(k == 0 || k == 5 || k == 6 || k == 9 || k == 10)
}
