/* story: An assignment to a macro that stands for a number: the error shows only in the expansion.
 * error: 8: LIMIT
 */
#define LIMIT 4
byte x;

active proctype P() {
    LIMIT = x
}
