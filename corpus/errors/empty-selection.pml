/* story: A selection without any option.
 * error: 9: fi
 */
byte x;

active proctype P() {
    x = 1;
    if
    fi;
    x = 2
}
