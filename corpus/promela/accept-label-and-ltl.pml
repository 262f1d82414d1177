/* story: An ltl block, a second one and accept labels are there, and the safety count is that of the model without them.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 16
 */
byte x;

active [2] proctype P() {
    do
    :: atomic { x < 3 -> x++ }
    :: x == 3 ->
accept:
        skip;
        break
    od
}

ltl done { <> (x == 3) }
ltl small { [] (x <= 4) }
