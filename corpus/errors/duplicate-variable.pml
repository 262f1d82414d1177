/* story: The same global declared twice.
 * error: 6: x
 */
byte x;
short y;
byte x;

active proctype P() {
    x = y
}
