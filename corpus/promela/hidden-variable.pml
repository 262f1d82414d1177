/* story: A hidden variable is not part of the state: its value makes no new states, and it must not be read in earnest.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 18
 */
hidden byte scratch;
byte x;

active proctype P() {
    do
    :: x < 3 -> scratch = x * 7; x++
    :: x < 3 -> scratch = 0; x++
    :: else -> break
    od
}
