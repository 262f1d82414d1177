/* story: A send to a channel that was never declared.
 * error: 7: reqest
 */
chan request = [1] of { byte };

active proctype P() {
    reqest ! 1
}
