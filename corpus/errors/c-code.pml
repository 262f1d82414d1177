/* story: Embedded C code is not supported, and the message must say so.
 * error: 8: c_code
 */
byte x;

active proctype P() {
    x = 1;
    c_code { now.x = 2; }
}
