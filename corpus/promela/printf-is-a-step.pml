/* story: printf and printm are executable always and are a step of their own like skip.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 43
 */
mtype = { ping, pong };
byte x;

active [2] proctype P() {
    mtype m = ping;
    printf("process %d says %e\n", _pid, m);
    x++;
    printm(m);
    printf("text only, 100%% sure\n");
    assert(x > 0)
}
