/* story: Comments of both kinds, doubled or trailing semicolons, and -> or ; as separator anywhere: none of them adds a state.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 12
 */
byte x; // a line comment with "quote" and /* opener

active proctype P() /* between */ {
    x = 1 -> x = 2; /* a
       comment of two lines */ x = 3 ->
    if
    :: x == 3; x = 4 -> x = 5;
    :: else -> skip;
    fi;;
    do
    :: x == 5 -> x = 6;
    :: x == 6 -> break;
    od;
    assert(x == 6);
};
