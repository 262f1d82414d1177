/* story: Two silent statements on one line lead to the same place; if their control states were joined, a counterexample would name the wrong one and could not be replayed.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 3
 */
byte x;

active proctype A() {
    do :: atomic { x < 3 -> x++; if :: x == 2 -> goto out :: else fi } :: x == 3 -> break od; skip; out: false
}
