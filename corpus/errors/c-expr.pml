/* story: An embedded C expression is not supported, and the message must say so.
 * error: 7: c_expr
 */
byte x;

active proctype P() {
    c_expr { now.x == 0 } -> x = 1
}
