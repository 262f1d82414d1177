/* story: Nested #if, #ifdef, #elif and #else with arithmetic, defined() and macros given by -D.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 40
 * define: N=3
 * define: FAST
 */
#ifndef N
#define N 1
#endif

#if N > 2 && defined(FAST)
#  if N == 4
#    define STEP 9
#  elif (N + 1) == 4
#    define STEP 2
#  else
#    define STEP 7
#  endif
#else
#  error "wrong branch"
#endif

#if 0
this is not Promela at all
#ifdef N
neither is this
#endif
#endif

#ifdef SLOW
bool slow = true;
#else
bool slow = false;
#endif

byte x[N];

active [N] proctype P() {
    x[_pid] = STEP;
    assert(x[_pid] == 2 && !slow)
}
