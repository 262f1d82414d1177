/* story: A directive that the preprocessor does not know.
 * error: 4: defnie
 */
#defnie N 3
byte x;

active proctype P() {
    x = 1
}
