/* story: An included file that does not exist.
 * error: 4: no-such-file.h
 */
#include "no-such-file.h"

active proctype P() {
    skip
}
