/* story: A channel that was never given a queue: receiving from it is a run-time error.
 * expect: deadlock = holds
 * expect: assertions = violated
 * spin: skip reads outside its channel table at this error and then ends the search
 */
chan c;
byte x;

active proctype P() {
    byte v;
    do
    :: c ? v
    :: x == 1 -> break
    od
}

active proctype Q() {
    x = 1
}
