#define p (x > 0)
#define q (len(c) == 0)
byte x, y;
chan c = [1] of { byte };
active proctype P() { byte z; do :: x = 1 - x; L: y++ :: c!x; c?y :: timeout od }
ltl safe { [] (p -> <> q) }
ltl { ! <> (x == 2) && always (y < 4 || eventually (x == 1)) }
ltl { p U q W (x == y) V !p }
ltl { (p until q) implies (q release (p weakuntil X q)) equivalent next p }
ltl remote { [] (P@L -> <> (P[0]:z >= 0 /\ x <= 1 \/ false)) <-> true };
ltl probes { <> full(c) || [] (empty(c) && c?[1]) }
