/* story: A goto from outside to a label inside a d_step.
 * error: 8: d_step
 */
byte x;

active proctype P() {
    x = 1;
    goto inside;
    d_step {
        x = 2;
inside:
        x = 3
    }
}
