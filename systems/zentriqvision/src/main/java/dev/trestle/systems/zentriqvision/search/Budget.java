package dev.trestle.systems.zentriqvision.search;

/** How much one page may read. For one search. */
final class Budget {
    /** Of rows, and of requests that find none. */
    static final int ROWS_MAX = 20_000;

    private static final int REQUESTS_MAX = 1_000;

    private int rows;
    private int requests;

    void read(int more) {
        rows += more;
        requests++;
    }

    boolean isSpent() {
        return rows >= ROWS_MAX || requests >= REQUESTS_MAX;
    }
}
