/* story: Two init processes.
 * error: 10: init
 */
byte x;

init {
    x = 1
}

init {
    x = 2
}
