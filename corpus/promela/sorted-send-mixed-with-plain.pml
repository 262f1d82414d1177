/* story: q!!m into a queue that is not sorted: it is put before the first greater message, the rest keeps its place.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 14
 */
chan q = [4] of { byte };

init {
    byte v;
    q ! 5;
    q ! 2;
    q ! 7;
    q !! 4;
    q ? v; assert(v == 4);
    q ? v; assert(v == 5);
    q ? v; assert(v == 2);
    q ? v; assert(v == 7)
}
