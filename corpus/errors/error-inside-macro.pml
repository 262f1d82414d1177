/* story: A mistake in the text of a macro shows where it is used; the message should name both places.
 * error: 9: cuont
 */
#define RESET x = 0; cuont = 0
byte x, count;

active proctype P() {
    x = 1;
    RESET;
    count = 2
}
