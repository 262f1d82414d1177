/* story: A lift with three floors: the door is open only when the lift stands, and each call is served.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 1191
 */
chan call = [2] of { byte };
byte floor;
bool open, moving;

active proctype Lift() {
    byte target;
end:
    do
    :: call ? target ->
        do
        :: floor < target -> moving = true; floor++; moving = false
        :: floor > target -> moving = true; floor--; moving = false
        :: else -> break
        od;
        assert(!moving && floor == target);
        open = true;
        assert(!moving);
        open = false
    od
}

active [2] proctype Rider() {
    byte want;
    select (want : 0 .. 2);
    call ! want;
    (open && floor == want) || timeout
}
