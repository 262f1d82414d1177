#ifndef WIDTH
#define WIDTH 2
#endif
#if WIDTH > 1 && defined(WIDTH)
#define LOOP(body) do \
	:: body \
	:: break \
	od
#else
#error never
#endif
#define EMPTY
#define PASTE(a, b) a##b
#define TWICE(s) s; s
#define F(x) G(x, x)
#define G(x, y) (x + y)
# 100 "generated.pml"
byte PASTE(va, lue);
#line 20
inline step(v) { EMPTY v = F(v) % 5 }
active proctype P()
{
	LOOP(value = value + 1);
	TWICE(step(value));
	LOOP(step(value))
}
