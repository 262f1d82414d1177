/* story: A closing brace too many.
 * error: 9: }
 */
byte x;

active proctype P() {
    x = 1
}
}

active proctype Q() {
    x = 3
}
