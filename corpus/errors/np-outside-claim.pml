/* story: np_ has a meaning in a never claim only.
 * error: 7: np_
 */
byte x;

active proctype P() {
    np_ -> x = 1
}
