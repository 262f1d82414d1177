/* story: An ltl formula with an operator that lacks its right side.
 * error: 10: }
 */
byte x;

active proctype P() {
    x = 1
}

ltl sooner { <> (x == 1) && [] }
