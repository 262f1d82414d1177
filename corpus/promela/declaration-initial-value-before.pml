/* story: A variable declared with an initialiser in a loop holds 0, not that value, before the declaration is reached; so the second round joins the first one.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 4
 */
byte n;

active proctype P() {
end:
    do
    :: n == 0 ->
        byte k = 5;
        n = k - 5;
        k = 0
    od
}
