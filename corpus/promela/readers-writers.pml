/* story: Readers may share, a writer is alone; the counter of readers is kept under a small lock.
 * expect: deadlock = holds
 * expect: assertions = holds
 * expect: states = 1227
 */
bool wlock, mutex;
byte readers, reading, writing;

inline acquire(l) { atomic { !l -> l = true } }

active [2] proctype Reader() {
    acquire(mutex);
    readers++;
    if
    :: readers == 1 -> acquire(wlock)
    :: else
    fi;
    mutex = false;
    reading++;
    assert(writing == 0);
    reading--;
    acquire(mutex);
    readers--;
    if
    :: readers == 0 -> wlock = false
    :: else
    fi;
    mutex = false
}

active [2] proctype Writer() {
    acquire(wlock);
    writing++;
    assert(writing == 1 && reading == 0);
    writing--;
    wlock = false
}
