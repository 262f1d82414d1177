/* story: A variable of a type that does not exist.
 * error: 4: Point
 */
Point p;

active proctype P() {
    skip
}
