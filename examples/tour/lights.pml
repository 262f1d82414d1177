/* Traffic lights at a crossing, with a property of every kind. The formula needs an engine for
 * LTL; until there is one, it is reported as unknown. */
mtype = { red, green };
mtype light[2] = red;
bool waiting[2];

active [2] proctype Road()
{
    do
    :: waiting[_pid] = true;
       atomic { light[1 - _pid] == red -> light[_pid] = green };
       waiting[_pid] = false;
       light[_pid] = red
    od
}

#define both_green (light[0] == green && light[1] == green)

ltl served { [] (waiting[0] -> <> (light[0] == green)) }
