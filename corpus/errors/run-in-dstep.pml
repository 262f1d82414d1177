/* story: A process cannot be created inside a d_step.
 * error: 13: run
 */
byte x;

proctype Kid() {
    x++
}

init {
    d_step {
        x = 1;
        run Kid()
    }
}
