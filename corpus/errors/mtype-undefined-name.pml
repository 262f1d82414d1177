/* story: A name that is in no mtype declaration; a similar one is.
 * error: 8: requets
 */
mtype = { request, answer };
chan q = [1] of { mtype };

active proctype P() {
    q ! requets
}
