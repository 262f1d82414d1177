/* story: ++ on something that is no variable.
 * error: 7: ++
 */
byte x;

active proctype P() {
    (x + 1)++
}
