/* story: Two proctypes of one name.
 * error: 8: P
 */
proctype P() {
    skip
}

proctype P() {
    skip
}

init {
    run P()
}
