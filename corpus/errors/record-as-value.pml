/* story: A whole record used as a number.
 * error: 12: p
 */
typedef Point {
    byte x;
    byte y
}
Point p;
byte k;

active proctype P() {
    k = p
}
