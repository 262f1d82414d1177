/* story: A loop without its od.
 * error: 7: od
 */
byte x;

active proctype P() {
    do
    :: x < 3 -> x++
    :: else -> break
    ;
    assert(x == 3)
}
