/* story: An assignment to _pid, which cannot be changed.
 * error: 5: _pid
 */
active proctype P() {
    _pid = 3
}
