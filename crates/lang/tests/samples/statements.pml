/* Every kind of statement, declaration and separator that Promela has, once at least. */
#define N 3
#define MAX(a, b) ((a) > (b) -> (a) : (b))

mtype = { red, green, blue };
mtype:fruit = { apple, pear };
mtype = { black };

typedef Point { byte x; short y[2] };
typedef Shape {
	Point corner[N];
	bool filled = true
	mtype colour
};

hidden byte scratch;
show int total = -1;
local byte mine;
unsigned small : 5 = 17;
bit flags[4] = { 1, 0, 1, 1 };
byte table[N] = 7;
chan empty_one = [0] of { byte };
chan q = [2] of { mtype, byte, chan };
chan many[N] = [1] of { Point };
chan alias;
Shape shape;
pid first

inline swap(a, b) {
	byte tmp;
	tmp = a;
	a = b;
	b = tmp
}

inline least(a, b) {
	if
	:: a < b -> return a
	:: else -> return b
	fi
}

proctype Worker(byte id, weight; chan out) priority 3 provided (total < 100)
{	byte i, j = 2;
	short k;
	Point p;
	xs out;
	xr empty_one;

	i = id + weight * 2 - 1;
	i++;
	j--;
	k = (i > j -> i : -j);
	k = MAX(i, j);
again:	skip;
	if
	:: i == 0 -> total = 1
	:: atomic { i != 0; total = 2 };
	:: d_step { i > 0 -> total = 3; i = 0 }
	:: else
	fi;
	do
	:: i < N -> i++;
	:: i >= N -> break
	:: i > 250 -> goto again
	od;
	for (i : 0 .. N - 1) {
		table[i] = i;
		byte inner = i;
		scratch = inner
	}
	for (i in table)
	{
		table[i]++
	}
	for (p in many[1]) { skip }
	select (i : 1 .. 4);
	swap(i, j);
	k = least(i, j);
	{ i = 1 } unless { total == 50 };
	{ i = 2; i = 3 } unless atomic { timeout -> i = 4 };
	p.x = shape.corner[1].x; shape.corner[i].y[0] = p.x;
	many[0]!p; many[0]?p;
	assert(i != 100 || true);
	assert i < 100;
	printf("%d %c %e\n", i, 'a', red);
	printm(red);
	set_priority(_pid, 5);
	out!red(1, alias);
	out!green, 2, out;
	out!!blue(3, q);
	out?red(i, alias);
	out?eval(green), 2, _;
	out??blue(_, alias);
	out?<red, i, _>;
	out??<red(eval(i), _)>;
	(out?[red, _, _] && out??[blue(1, _)] || len(out) > 0);
	full(out) && nempty(out);
	empty(q) || nfull(q);
	scratch = get_priority(_pid) + _nr_pr;
	_ = 3;
end_of_worker:
}

active [2] proctype Idle()
{
	byte x;
progress:
	do
	:: x < 2 ->
		x++
		x = x & 3 | 4 ^ 1 << 1 >> 1
	:: else -> break
	od
}

init priority 2 {
	pid who;
	atomic {
		who = run Worker(1, 2, q) priority 4;
		run Worker(3, 4, q);
		first = who
	}
	alias = q;
	(Worker[who]:id == 1 || Worker[who]@again) -> skip;
	timeout -> skip
}

never unlucky {
	do
	:: total != 13 && !np_
	:: total == 13 && _last == 0 -> break
	:: enabled(1) || pc_value(1) > 0
	od;
accept_all: skip
}

trace {
	do
	:: q!red, _, _ ; q?red, _, _
	:: empty_one!_
	od
}
