/* story: A field that the record does not have; a similar one exists.
 * error: 11: widht
 */
typedef Point {
    byte width;
    byte height
}
Point p;

active proctype P() {
    p.widht = 2
}
