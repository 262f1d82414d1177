/* story: run with one argument too few.
 * error: 9: Worker
 */
proctype Worker(byte a; byte b) {
    assert(a < b)
}

init {
    run Worker(1)
}
