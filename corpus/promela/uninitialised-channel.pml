/* story: A channel that was never given a queue: sending to it is a run-time error.
 * expect: deadlock = holds
 * expect: assertions = violated
 * spin: skip reads outside its channel table at this error and then ends the search
 */
chan c;
chan d = [1] of { byte };
byte x;

active proctype P() {
    do
    :: c ! 1
    :: x == 1 -> break
    od
}

active proctype Q() {
    d ! 1;
    x = 1
}
