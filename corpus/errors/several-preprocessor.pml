/* story: A missing include and an unbalanced #endif.
 * error: 5: missing-one.h
 * error: 7: #endif
 */
#include "missing-one.h"
byte x;
#endif

active proctype P() {
    x = 1
}
