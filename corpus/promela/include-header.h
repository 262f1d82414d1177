/* Included by include-header.pml. */
#ifndef INCLUDE_HEADER
#define INCLUDE_HEADER

#define LIMIT 5

typedef Pair {
    byte left;
    byte right
}

inline put(cell, who) {
    if
    :: who == 0 -> cell.left = LIMIT - 2
    :: else -> cell.right = 2
    fi
}

#endif
