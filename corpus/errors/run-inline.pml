/* story: run of an inline, which is no proctype.
 * error: 10: step
 */
inline step(k) {
    k = k + 1
}

init {
    byte x;
    run step(x)
}
