/* story: A failing assertion inside a d_step is found; with all errors continued the search goes on behind it.
 * expect: deadlock = holds
 * expect: assertions = violated
 * expect: states = 16
 */
byte x, y;

active [2] proctype P() {
    d_step {
        x++;
        assert(x == 1);
        y = x
    };
    y = 0
}
