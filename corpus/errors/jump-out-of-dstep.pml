/* story: A goto from inside a d_step to a label outside of it.
 * error: 9: d_step
 */
byte x;

active proctype P() {
    d_step {
        x = 2;
        goto out;
        x = 3
    };
    x = 4;
out:
    x = 5
}
