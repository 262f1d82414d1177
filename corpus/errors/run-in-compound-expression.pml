/* story: run inside a larger condition, where the creation of the process would be a hidden effect.
 * error: 9: run
 */
proctype Worker() {
    skip
}

init {
    run Worker() == 1;
    skip
}
