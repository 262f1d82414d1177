/* story: A sleeper that tests the flag and goes to sleep in two steps: the wake-up between them is lost.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 22
 */
bool ready, asleep;

active proctype Sleeper() {
    if
    :: ready -> skip
    :: !ready ->
        asleep = true;
        !asleep
    fi
}

active proctype Waker() {
    ready = true;
    if
    :: asleep -> asleep = false
    :: else
    fi
}
