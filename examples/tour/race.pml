/* Two workers increment a counter without a lock: an update gets lost. */
byte count;
byte done;

proctype Worker()
{
    byte mine;
    mine = count;
    mine++;
    count = mine;
    done++
}

init {
    run Worker();
    run Worker();
    done == 2;
    printf("count = %d\n", count);
    assert(count == 2)
}
