/* story: Division rounds towards zero and the remainder has the sign of the left operand, as in C.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 39
 */
short a, b, q, r;

active proctype P() {
    if
    :: a = 7
    :: a = -7
    fi;
    if
    :: b = 2
    :: b = -2
    fi;
    q = a / b;
    r = a % b;
    assert(q * b + r == a);
    if
    :: (a > 0) == (b > 0) -> assert(q == 3)
    :: else -> assert(q == -3)
    fi;
    if
    :: a > 0 -> assert(r == 1)
    :: else -> assert(r == -1)
    fi
}
