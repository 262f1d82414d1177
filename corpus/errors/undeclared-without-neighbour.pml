/* story: A variable that was never declared, and nothing like it exists.
 * error: 7: temperature
 */
byte x;

active proctype P() {
    x = temperature + 1
}
