/* story: A provided clause without its parentheses.
 * error: 6: (
 */
byte x;

active proctype P() provided x == 0 {
    x = 1
}
