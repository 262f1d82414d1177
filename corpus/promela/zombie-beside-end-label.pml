/* story: An elder process that has ended but cannot die beside a younger one that waits at an end label: a valid end state.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 3
 */
byte x;

active proctype Old() {
    x = 1
}

active proctype Young() {
    x == 1;
end:
    x == 2
}
