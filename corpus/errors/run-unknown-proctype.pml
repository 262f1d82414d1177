/* story: run of a proctype that does not exist.
 * error: 9: Wroker
 */
proctype Worker() {
    skip
}

init {
    run Wroker()
}
