/* story: A record that contains itself.
 * error: 6: List
 */
typedef List {
    byte head;
    List tail
}
List l;

active proctype P() {
    l.head = 1
}
