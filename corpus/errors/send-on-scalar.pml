/* story: A send to a variable that is no channel.
 * error: 7: x
 */
byte x;

active proctype P() {
    x ! 3
}
