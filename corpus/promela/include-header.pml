/* story: A file included from beside the model: its types, macros and inlines are visible, and its guard makes a second inclusion harmless.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 21
 */
#include "include-header.h"
#include "include-header.h"

Pair w;

active [2] proctype P() {
    put(w, _pid);
    assert(w.left + w.right <= LIMIT)
}
