/* story: The escape of an unless is tried before the main sequence: once the flag is up, the main sequence cannot go on.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 81
 */
bool flag;
byte n, after;

active proctype P() {
    {
        do
        :: n < 4 -> n++; assert(!flag || after == 1)
        :: n == 4 -> break
        od
    } unless {
        flag -> after = 2
    };
    assert(after == 2 || n == 4)
}

active proctype Q() {
    atomic { flag = true; after = 1 }
}
