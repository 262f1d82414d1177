/* story: An escape inside a loop body: it strikes anew in each round, and the loop goes on behind it.
 * expect: deadlock = violated
 * expect: assertions = holds
 * expect: states = 44
 */
byte flag, hits, n;

active proctype P() {
    do
    :: n < 2 ->
        n++;
        { hits = hits + 10; flag == 2 } unless { flag == 1 -> hits++ }
    :: n == 2 -> break
    od;
    assert(hits == 2 || hits == 11 || hits == 12);
    flag == 3
}

active proctype Q() {
    flag = 1
}
