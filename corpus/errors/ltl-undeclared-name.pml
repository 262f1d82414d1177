/* story: An ltl formula over a variable that does not exist.
 * error: 10: lvel
 */
byte level;

active proctype P() {
    level = 1
}

ltl low { [] (lvel < 2) }
