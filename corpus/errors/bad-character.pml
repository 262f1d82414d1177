/* story: A character that no Promela text may contain.
 * error: 7: $
 */
byte x;

active proctype P() {
    x = 3 $ 4
}
