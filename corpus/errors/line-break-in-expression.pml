/* story: A line break ends a statement when the line could be one: the operator at the head of the next line has no left side. Parentheses around it would help.
 * error: 8: *
 */
byte x, y;

active proctype P() {
    x = y
        * 2;
    y = 1
}
